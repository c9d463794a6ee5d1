"""From the words of a sentence to its semantic graph."""

from corrigenda.meaning.parser.contract import BatchParser, Parser, default_parser, load_parser

__all__ = ["BatchParser", "Parser", "default_parser", "load_parser"]
