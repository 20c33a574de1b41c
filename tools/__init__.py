"""Tools of the checkout: nothing here is part of the package."""
