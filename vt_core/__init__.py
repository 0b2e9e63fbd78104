"""What the pair `native_functions.yaml` / `derivatives.yaml` means to PyTorch's autograd code generator."""

__version__ = "0.1.0"
