"""Commands that compute stored figures anew."""
