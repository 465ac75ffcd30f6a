"""The call graph of a call or a screen, for `markaz explain`.

It is derived from the declarations of calls and the code behind them.
"""
