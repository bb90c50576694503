"""What HVD211 refuses, a module for each reason."""
