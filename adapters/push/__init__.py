"""Adapters of push notifications to phones and browsers."""
