"""The grammar of hands and of hands files; `notation.md` beside this file has the BNF."""
