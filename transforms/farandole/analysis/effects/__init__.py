"""What calls do beside giving a value: the files that they write and read, and where these are."""
