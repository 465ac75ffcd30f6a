"""The pages of docs that are drawn from the code: states, rights, events and errors; a test keeps them fresh."""
