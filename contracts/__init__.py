"""What crosses the border: message shapes, the error catalogue, the vocabulary and the texts."""
