"""Style: the checks of puppet-lint 4 and of the plugins that Vox Pupuli uses, by their names and with their defaults.

They are silent until someone asks for style. Each finding is a hint; its place is where puppet-lint has it. Fixes leave the
meaning as it is: one that may not (a string that becomes a number) is offered and never made unasked.
`tests/conformance/campaigns/lint.py` asks the real one.
"""
