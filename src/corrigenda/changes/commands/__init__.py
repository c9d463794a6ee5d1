"""Commands about how much systems change."""
