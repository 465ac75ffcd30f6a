"""The call graph of a call or a screen, from the declarations of calls and the code behind them: `markaz explain`."""
