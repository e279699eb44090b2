"""PAR sheets as a document: strings made of exact figures, without clock or file."""
