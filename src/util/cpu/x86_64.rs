//! The levels of x86-64, by CPUID.

use super::Vectors;
use std::arch::x86_64::{__cpuid, __cpuid_count, CpuidResult};
use std::arch::{asm, is_x86_feature_detected as detected};
use std::sync::OnceLock;

const LEVELS: [&str; 4] = ["x86-64", "x86-64-v2", "x86-64-v3", "x86-64-v4"];
/// The highest level for which a build of its own pays.
const BEST: usize = 2;

/// The level of the build.
const LEVEL: usize = level([
    cfg!(all(target_feature = "ssse3", target_feature = "sse4.2", target_feature = "popcnt")),
    cfg!(all(target_feature = "avx2", target_feature = "bmi1", target_feature = "bmi2", target_feature = "fma"))
        && cfg!(all(target_feature = "lzcnt", target_feature = "movbe")),
    cfg!(all(target_feature = "avx512bw", target_feature = "avx512cd", target_feature = "avx512dq"))
        && cfg!(target_feature = "avx512vl"),
]);

pub const BUILT_FOR: &str = LEVELS[LEVEL];

const REFUSAL: &str = [
    "this CPU lacks what this build needs",
    "this build needs a CPU of level x86-64-v2 (from about 2009, with SSE4.2 and POPCNT)",
    "this build needs a CPU of level x86-64-v3 (from about 2015, with AVX2 and BMI2)",
    "this build needs a CPU of level x86-64-v4 (with AVX-512)",
][LEVEL];

/// The level of something that has the features of level 2, those of level 3, and those of level 4.
const fn level(has: [bool; 3]) -> usize {
    match has {
        [true, true, true] => 3,
        [true, true, false] => 2,
        [true, false, _] => 1,
        [false, ..] => 0,
    }
}

pub fn better() -> Option<&'static str> {
    let here = level([
        detected!("ssse3") && detected!("sse4.2") && detected!("popcnt"),
        detected!("avx2")
            && detected!("bmi1")
            && detected!("bmi2")
            && detected!("fma")
            && detected!("lzcnt")
            && detected!("movbe"),
        false,
    ]);
    (here > LEVEL && LEVEL < BEST).then_some(LEVELS[here])
}

pub fn refusal() -> Option<&'static str> {
    lacks_something().then_some(REFUSAL)
}

const fn bit(needed: bool, number: u32) -> u32 {
    (needed as u32) << number
}

/// What the build needs of CPUID's leaf 1, register ECX.
const LEAF_1_ECX: u32 = bit(cfg!(target_feature = "sse3"), 0)
    | bit(cfg!(target_feature = "ssse3"), 9)
    | bit(cfg!(target_feature = "fma"), 12)
    | bit(cfg!(target_feature = "cmpxchg16b"), 13)
    | bit(cfg!(target_feature = "sse4.1"), 19)
    | bit(cfg!(target_feature = "sse4.2"), 20)
    | bit(cfg!(target_feature = "movbe"), 22)
    | bit(cfg!(target_feature = "popcnt"), 23)
    | bit(cfg!(target_feature = "avx"), 27) // OSXSAVE: XGETBV can be asked
    | bit(cfg!(target_feature = "avx"), 28)
    | bit(cfg!(target_feature = "f16c"), 29);
/// Of leaf 7, register EBX.
const LEAF_7_EBX: u32 = bit(cfg!(target_feature = "bmi1"), 3)
    | bit(cfg!(target_feature = "avx2"), 5)
    | bit(cfg!(target_feature = "bmi2"), 8)
    | bit(cfg!(target_feature = "avx512f"), 16)
    | bit(cfg!(target_feature = "avx512dq"), 17)
    | bit(cfg!(target_feature = "avx512cd"), 28)
    | bit(cfg!(target_feature = "avx512bw"), 30)
    | bit(cfg!(target_feature = "avx512vl"), 31);
/// Of leaf 0x8000_0001, register ECX.
const LEAF_8_ECX: u32 = bit(cfg!(target_feature = "lzcnt"), 5);
/// The registers that the system must save, as XGETBV has them.
const SAVED: u32 = match (cfg!(target_feature = "avx512f"), cfg!(target_feature = "avx")) {
    (true, _) => 0xe6,
    (false, true) => 0x06,
    (false, false) => 0,
};

fn lacks_something() -> bool {
    missing(cpuid(1).ecx, LEAF_1_ECX) != 0
        || missing(cpuid(7).ebx, LEAF_7_EBX) != 0
        || missing(cpuid(0x8000_0001).ecx, LEAF_8_ECX) != 0
        || SAVED != 0 && missing(saved(), SAVED) != 0
}

/// The bits of `needed` that are not in `found`.
///
/// In assembly, because the compiler is free to use here what it is told that the CPU has, such as ANDN.
fn missing(found: u32, needed: u32) -> u32 {
    let missing;
    // SAFETY: it works on two registers.
    unsafe {
        asm!(
            "not {0:e}",
            "and {0:e}, {1:e}",
            inlateout(reg) found => missing,
            in(reg) needed,
            options(pure, nomem, nostack),
        );
    }
    missing
}

/// The registers that the system saves. Only for CPUs with OSXSAVE.
fn saved() -> u32 {
    let saved;
    // SAFETY: CPUs with OSXSAVE have the instruction.
    unsafe { asm!("xgetbv", in("ecx") 0, out("eax") saved, out("edx") _, options(pure, nomem, nostack)) };
    saved
}

/// A leaf of CPUID; zero where this CPU has no such leaf.
fn cpuid(leaf: u32) -> CpuidResult {
    // SAFETY: every x86-64 has CPUID.
    #[allow(unused_unsafe, reason = "safe to call since Rust 1.94")]
    unsafe {
        let most = __cpuid(leaf & 0x8000_0000).eax;
        if leaf <= most { __cpuid_count(leaf, 0) } else { CpuidResult { eax: 0, ebx: 0, ecx: 0, edx: 0 } }
    }
}

pub fn vectors() -> Vectors {
    if detected!("avx512bw") && detected!("bmi1") {
        Vectors::Avx512
    } else if detected!("avx2") && detected!("bmi1") {
        Vectors::Avx2
    } else {
        Vectors::Plain
    }
}

pub fn has_fast_pext() -> bool {
    static FAST: OnceLock<bool> = OnceLock::new();
    *FAST.get_or_init(|| {
        let (vendor, version) = (cpuid(0).ebx.to_le_bytes(), cpuid(1).eax);
        let family = (version >> 8 & 0xf) + (version >> 20 & 0xff);
        detected!("bmi2") && !is_slow(vendor, family)
    })
}

/// By the first letters of AuthenticAMD and HygonGenuine, whose family 19h is Zen 3.
const fn is_slow(vendor: [u8; 4], family: u32) -> bool {
    matches!(&vendor, b"Auth" | b"Hygo") && family < 0x19
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_cpu_runs_this_build() {
        assert_eq!(refusal(), None);
        assert_eq!(missing(0b1100, 0b0110), 0b0010);
    }

    #[test]
    fn a_level_needs_all_below_it() {
        assert_eq!(level([true; 3]), 3);
        assert_eq!(level([true, false, true]), 1);
        assert_eq!(level([false, true, true]), 0);
    }

    #[test]
    fn pext_is_slow_before_zen_3() {
        assert!(is_slow(*b"Auth", 0x17) && is_slow(*b"Hygo", 0x18) && is_slow(*b"Auth", 0x15));
        assert!(!is_slow(*b"Auth", 0x19) && !is_slow(*b"Auth", 0x1a) && !is_slow(*b"Genu", 6));
    }
}
