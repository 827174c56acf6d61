//! The CPU: which one the program was built for, and what this one can do.

#[cfg(target_arch = "x86_64")]
#[path = "x86_64.rs"]
mod arch;

#[cfg(not(target_arch = "x86_64"))]
mod arch {
    pub const BUILT_FOR: &str = std::env::consts::ARCH;

    pub fn better() -> Option<&'static str> {
        None
    }

    pub fn refusal() -> Option<&'static str> {
        None
    }

    pub fn has_fast_pext() -> bool {
        false
    }

    pub fn vectors() -> super::Vectors {
        super::Vectors::Plain
    }
}

/// What the program was built for: the highest level of x86-64 that the build includes, or else the architecture.
pub const BUILT_FOR: &str = arch::BUILT_FOR;

/// What to tell users whose CPU could run a build for more than this one needs.
pub fn hint() -> Option<String> {
    arch::better().map(|level| format!("this CPU could run a build for {level}: see docs/building.md"))
}

/// Why the program cannot run on this CPU, if it cannot.
///
/// To be asked before anything else: any other code may have instructions in it that the CPU lacks.
#[inline(never)]
pub fn refusal() -> Option<&'static str> {
    arch::refusal()
}

/// Whether the instruction PEXT is there and fast. AMD's CPUs before Zen 3 have it in microcode, which is slower than
/// doing without.
pub fn has_fast_pext() -> bool {
    arch::has_fast_pext()
}

/// The vector instructions that are worth a copy of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Vectors {
    /// What the program was built for.
    Plain,
    /// AVX2: 32 bytes.
    Avx2,
    /// AVX-512 with its instructions for bytes and words: 64 bytes.
    Avx512,
}

/// The widest vectors that this CPU has.
pub fn vectors() -> Vectors {
    arch::vectors()
}
