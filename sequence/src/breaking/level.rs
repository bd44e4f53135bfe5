//! Which vector instructions are used. The code is the same for all levels, written without any of
//! them: the compiler translates it once for each level, and tests compare the levels.

/// A set of vector instructions that this processor has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Kind);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Level {
    /// What every processor has.
    pub const PORTABLE: Level = Level(Kind::Portable);

    /// All levels of this processor, the best one last.
    pub fn all() -> Vec<Level> {
        #[allow(unused_mut)]
        let mut levels = vec![Level::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        {
            let avx2 = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("lzcnt")
                && is_x86_feature_detected!("popcnt");
            if avx2 {
                levels.push(Level(Kind::Avx2));
            }
            let avx512 = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl");
            if avx2 && avx512 {
                levels.push(Level(Kind::Avx512));
            }
        }
        levels
    }

    /// The best level of this processor.
    pub fn best() -> Level {
        Level::all().pop().unwrap_or(Level::PORTABLE)
    }

    /// Its name in tables.
    pub fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512 => "AVX-512",
        }
    }

    #[cfg(target_arch = "x86_64")]
    pub(super) fn is_avx2(self) -> bool {
        self.0 == Kind::Avx2
    }

    #[cfg(target_arch = "x86_64")]
    pub(super) fn is_avx512(self) -> bool {
        self.0 == Kind::Avx512
    }
}

/// `fn fast(level, ...) = plain;` makes a function that runs `plain`, which must be
/// `#[inline(always)]`, translated for the level.
macro_rules! for_each_level {
    ($($vis:vis fn $name:ident($($argument:ident: $type:ty),* $(,)?) $(-> $result:ty)? = $plain:path;)*) => {$(
        // The arguments are those of `plain`, whatever their number.
        #[allow(unsafe_code, clippy::too_many_arguments)]
        $vis fn $name(level: $crate::breaking::level::Level, $($argument: $type),*) $(-> $result)? {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn avx2($($argument: $type),*) $(-> $result)? {
                    $plain($($argument),*)
                }
                #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
                fn avx512($($argument: $type),*) $(-> $result)? {
                    $plain($($argument),*)
                }
                if level.is_avx512() {
                    // SAFETY: a level is made only by `Level::all`, where its features were found.
                    return unsafe { avx512($($argument),*) };
                }
                if level.is_avx2() {
                    // SAFETY: as above.
                    return unsafe { avx2($($argument),*) };
                }
            }
            let _ = level;
            $plain($($argument),*)
        }
    )*};
}

pub(super) use for_each_level;
