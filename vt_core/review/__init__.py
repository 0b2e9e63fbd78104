"""What a change of the pair does to the generated C++: two snapshots compared."""
