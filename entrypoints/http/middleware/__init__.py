"""Middleware: guards, deadline, headers, metrics, request id, slow clients."""
