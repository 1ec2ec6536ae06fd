// Old code replaces `import Cleanse` by the import of this module.
@_exported public import Cleanse
