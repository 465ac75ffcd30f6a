"""The public contracts: message shapes, error catalogue, vocabulary, texts."""
