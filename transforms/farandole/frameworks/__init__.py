"""What a program trains, and how: each framework in a folder of its own."""
