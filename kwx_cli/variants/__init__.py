"""Regional rules as data: one TOML file each, and the code that reads and checks them."""

from kwx_cli.variants.loading import DEFAULT, Option, Setting, Variant, load_variant, variant_ids

__all__ = ["DEFAULT", "Option", "Setting", "Variant", "load_variant", "variant_ids"]
