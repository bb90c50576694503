"""Questions about any Python program, ignorant of frameworks: what libraries do stands in the catalogue."""
