//! Nothing: the package of this folder is there for what it depends on.
