"""What a rename changes, part by part: which names become which, where they are written, which files move with them,
and when it must not be done.

A rename is refused with a reason (`Refused`) rather than done by halves: where Puppet would not take the new name,
where something has it already, and where what another name means would change.
"""
