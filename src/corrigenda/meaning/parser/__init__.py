"""Parse sentences to semantic graphs."""

from corrigenda.meaning.parser.contract import BatchParser, Parser, default_parser, load_parser

__all__ = ["BatchParser", "Parser", "default_parser", "load_parser"]
