//! Table files: what is written can be read, and nothing else can.
