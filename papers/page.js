// This page does nothing that others do not do, too.
