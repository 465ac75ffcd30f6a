"""Hands connections over between the API and the uploads process.

Both serve the same application on the same port. Uploads run at a lower priority, so that other calls go before them
(docs/performance.md, *Uploads*).
"""
