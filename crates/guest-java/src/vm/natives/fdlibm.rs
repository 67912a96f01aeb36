//! `StrictMath` to the last bit.
//!
//! Java defines `StrictMath` by Sun's fdlibm 5.3. The `libm` crate descends from it by way of FreeBSD and musl, which
//! changed how some functions round; those are written out here after fdlibm's own formulas. Checked against `java` on
//! random arguments of all magnitudes.

#![allow(clippy::excessive_precision, reason = "the digits are those of the literature")]

/// The upper half of a double.
fn high(x: f64) -> i32 {
    (x.to_bits() >> 32) as i32
}

/// The same number with another upper half.
fn with_high(x: f64, high: i32) -> f64 {
    f64::from_bits(x.to_bits() & 0xffff_ffff | (high as u32 as u64) << 32)
}

const LN2_HI: f64 = 6.931_471_803_691_238_164_90e-01;
const LN2_LO: f64 = 1.908_214_929_270_587_700_02e-10;
const LG1: f64 = 6.666_666_666_666_735_130e-01;
const LG2: f64 = 3.999_999_999_940_941_908e-01;
const LG3: f64 = 2.857_142_874_366_239_149e-01;
const LG4: f64 = 2.222_219_843_214_978_396e-01;
const LG5: f64 = 1.818_357_216_161_805_012e-01;
const LG6: f64 = 1.531_383_769_920_937_332e-01;
const LG7: f64 = 1.479_819_860_511_658_591e-01;
const TWO54: f64 = 18_014_398_509_481_984.0;

/// The natural logarithm.
pub fn log(mut x: f64) -> f64 {
    let mut k = 0;
    let mut hx = high(x);
    if hx < 0x0010_0000 {
        if x == 0.0 {
            return f64::NEG_INFINITY;
        }
        if hx < 0 {
            return f64::NAN;
        }
        k -= 54;
        x *= TWO54;
        hx = high(x);
    }
    if hx >= 0x7ff0_0000 {
        return x + x;
    }
    k += (hx >> 20) - 1023;
    hx &= 0x000f_ffff;
    let i = (hx + 0x95f64) & 0x10_0000;
    x = with_high(x, hx | (i ^ 0x3ff0_0000));
    k += i >> 20;
    let f = x - 1.0;
    let dk = f64::from(k);
    if 0x000f_ffff & (2 + hx) < 3 {
        if f == 0.0 {
            return if k == 0 { 0.0 } else { dk * LN2_HI + dk * LN2_LO };
        }
        let r = f * f * (0.5 - 0.333_333_333_333_333_33 * f);
        return if k == 0 { f - r } else { dk * LN2_HI - ((r - dk * LN2_LO) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let w = z * z;
    let t1 = w * (LG2 + w * (LG4 + w * LG6));
    let t2 = z * (LG1 + w * (LG3 + w * (LG5 + w * LG7)));
    let r = t2 + t1;
    if (hx - 0x6147a) | (0x6b851 - hx) > 0 {
        let half = 0.5 * f * f;
        if k == 0 { f - (half - s * (half + r)) } else { dk * LN2_HI - ((half - (s * (half + r) + dk * LN2_LO)) - f) }
    } else if k == 0 {
        f - s * (f - r)
    } else {
        dk * LN2_HI - ((s * (f - r) - dk * LN2_LO) - f)
    }
}

/// The logarithm to base 10.
pub fn log10(mut x: f64) -> f64 {
    const IVLN10: f64 = std::f64::consts::LOG10_E;
    const LOG10_2HI: f64 = 3.010_299_956_636_117_713_06e-01;
    const LOG10_2LO: f64 = 3.694_239_077_158_930_786_16e-13;
    let mut k = 0;
    let mut hx = high(x);
    if hx < 0x0010_0000 {
        if x == 0.0 {
            return f64::NEG_INFINITY;
        }
        if hx < 0 {
            return f64::NAN;
        }
        k -= 54;
        x *= TWO54;
        hx = high(x);
    }
    if hx >= 0x7ff0_0000 {
        return x + x;
    }
    k += (hx >> 20) - 1023;
    let i = i32::from(k < 0);
    hx = (hx & 0x000f_ffff) | ((0x3ff - i) << 20);
    let y = f64::from(k + i);
    x = with_high(x, hx);
    let z = y * LOG10_2LO + IVLN10 * log(x);
    z + y * LOG10_2HI
}

/// log(1 + x).
pub fn log1p(x: f64) -> f64 {
    let hx = high(x);
    let ax = hx & 0x7fff_ffff;
    let (mut k, mut f, mut hu, mut c) = (1, 0.0, 1, 0.0);
    if hx < 0x3fda_827a {
        if ax >= 0x3ff0_0000 {
            return if x == -1.0 { f64::NEG_INFINITY } else { f64::NAN };
        }
        if ax < 0x3e20_0000 {
            return if ax < 0x3c90_0000 { x } else { x - x * x * 0.5 };
        }
        if hx > 0 || hx <= 0xbfd2_bec3_u32 as i32 {
            k = 0;
            f = x;
        }
    }
    if hx >= 0x7ff0_0000 {
        return x + x;
    }
    if k != 0 {
        let mut u;
        if hx < 0x4340_0000 {
            u = 1.0 + x;
            hu = high(u);
            k = (hu >> 20) - 1023;
            c = if k > 0 { 1.0 - (u - x) } else { x - (u - 1.0) };
            c /= u;
        } else {
            u = x;
            hu = high(u);
            k = (hu >> 20) - 1023;
        }
        hu &= 0x000f_ffff;
        if hu < 0x6a09e {
            u = with_high(u, hu | 0x3ff0_0000);
        } else {
            k += 1;
            u = with_high(u, hu | 0x3fe0_0000);
            hu = (0x0010_0000 - hu) >> 2;
        }
        f = u - 1.0;
    }
    let half = 0.5 * f * f;
    let dk = f64::from(k);
    if hu == 0 {
        if f == 0.0 {
            return if k == 0 { 0.0 } else { dk * LN2_HI + (c + dk * LN2_LO) };
        }
        let r = half * (1.0 - 0.666_666_666_666_666_66 * f);
        return if k == 0 { f - r } else { dk * LN2_HI - ((r - (dk * LN2_LO + c)) - f) };
    }
    let s = f / (2.0 + f);
    let z = s * s;
    let r = z * (LG1 + z * (LG2 + z * (LG3 + z * (LG4 + z * (LG5 + z * (LG6 + z * LG7))))));
    if k == 0 { f - (half - s * (half + r)) } else { dk * LN2_HI - ((half - (s * (half + r) + (dk * LN2_LO + c))) - f) }
}

/// Whether e^|x| overflows although e^|x| / 2 does not.
fn nearly_overflows(x: f64) -> bool {
    x.abs().to_bits() <= 0x4086_33ce_8fb9_f87d
}

/// The hyperbolic sine.
pub fn sinh(x: f64) -> f64 {
    let ix = high(x) & 0x7fff_ffff;
    if ix >= 0x7ff0_0000 {
        return x + x;
    }
    let h = if x.is_sign_negative() { -0.5 } else { 0.5 };
    if ix < 0x4036_0000 {
        if ix < 0x3e30_0000 {
            return x;
        }
        let t = libm::expm1(x.abs());
        return if ix < 0x3ff0_0000 { h * (2.0 * t - t * t / (t + 1.0)) } else { h * (t + t / (t + 1.0)) };
    }
    if ix < 0x4086_2e42 {
        return h * libm::exp(x.abs());
    }
    if nearly_overflows(x) {
        let w = libm::exp(0.5 * x.abs());
        return h * w * w;
    }
    x * 1e307
}

/// The hyperbolic cosine.
pub fn cosh(x: f64) -> f64 {
    let ix = high(x) & 0x7fff_ffff;
    if ix >= 0x7ff0_0000 {
        return x * x;
    }
    if ix < 0x3fd6_2e43 {
        let t = libm::expm1(x.abs());
        let w = 1.0 + t;
        return if ix < 0x3c80_0000 { w } else { 1.0 + (t * t) / (w + w) };
    }
    if ix < 0x4036_0000 {
        let t = libm::exp(x.abs());
        return 0.5 * t + 0.5 / t;
    }
    if ix < 0x4086_2e42 {
        return 0.5 * libm::exp(x.abs());
    }
    if nearly_overflows(x) {
        let w = libm::exp(0.5 * x.abs());
        return 0.5 * w * w;
    }
    f64::INFINITY
}

/// The hyperbolic tangent.
pub fn tanh(x: f64) -> f64 {
    let ix = high(x) & 0x7fff_ffff;
    if ix >= 0x7ff0_0000 {
        return if x.is_sign_positive() { 1.0 / x + 1.0 } else { 1.0 / x - 1.0 };
    }
    let z = if ix >= 0x4036_0000 {
        1.0
    } else if ix < 0x3c80_0000 {
        return x * (1.0 + x);
    } else if ix >= 0x3ff0_0000 {
        1.0 - 2.0 / (libm::expm1(2.0 * x.abs()) + 2.0)
    } else {
        let t = libm::expm1(-2.0 * x.abs());
        -t / (t + 2.0)
    };
    if x.is_sign_positive() { z } else { -z }
}

/// The angle of (x, y): `libm`'s, but for very steep angles in the left half plane.
pub fn atan2(y: f64, x: f64) -> f64 {
    const PI_LO: f64 = 1.224_646_799_147_353_177_2e-16;
    let steep = (high(y) & 0x7fff_ffff) - (high(x) & 0x7fff_ffff) >= 61 << 20;
    if steep && x < 0.0 && y.is_finite() {
        let z = std::f64::consts::FRAC_PI_2 + 0.5 * PI_LO - PI_LO;
        return if y > 0.0 { std::f64::consts::PI - z } else { z - std::f64::consts::PI };
    }
    libm::atan2(y, x)
}

fn kernel_sin(x: f64, y: f64, reduced: bool) -> f64 {
    const S1: f64 = -1.666_666_666_666_663_243_48e-01;
    const S2: f64 = 8.333_333_333_322_489_461_24e-03;
    const S3: f64 = -1.984_126_982_985_794_931_34e-04;
    const S4: f64 = 2.755_731_370_707_006_767_89e-06;
    const S5: f64 = -2.505_076_025_340_686_341_95e-08;
    const S6: f64 = 1.589_690_995_211_550_102_21e-10;
    if high(x) & 0x7fff_ffff < 0x3e40_0000 {
        return x;
    }
    let z = x * x;
    let v = z * x;
    let r = S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)));
    if reduced { x - ((z * (0.5 * y - v * r) - y) - v * S1) } else { x + v * (S1 + z * r) }
}

fn kernel_cos(x: f64, y: f64) -> f64 {
    const C1: f64 = 4.166_666_666_666_660_190_37e-02;
    const C2: f64 = -1.388_888_888_887_410_957_49e-03;
    const C3: f64 = 2.480_158_728_947_672_941_78e-05;
    const C4: f64 = -2.755_731_435_139_066_330_35e-07;
    const C5: f64 = 2.087_572_321_298_174_827_90e-09;
    const C6: f64 = -1.135_964_755_778_819_482_65e-11;
    let ix = high(x) & 0x7fff_ffff;
    if ix < 0x3e40_0000 {
        return 1.0;
    }
    let z = x * x;
    let r = z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))));
    if ix < 0x3fd3_3333 {
        return 1.0 - (0.5 * z - (z * r - x * y));
    }
    let qx = if ix > 0x3fe9_0000 { 0.28125 } else { f64::from_bits((ix as u64 - 0x0020_0000) << 32) };
    let hz = 0.5 * z - qx;
    (1.0 - qx) - (hz - (z * r - x * y))
}

/// The sine.
pub fn sin(x: f64) -> f64 {
    let ix = high(x) & 0x7fff_ffff;
    if ix <= 0x3fe9_21fb {
        return kernel_sin(x, 0.0, false);
    }
    if ix >= 0x7ff0_0000 {
        return f64::NAN;
    }
    let (n, y0, y1) = reduce(x);
    match n & 3 {
        0 => kernel_sin(y0, y1, true),
        1 => kernel_cos(y0, y1),
        2 => -kernel_sin(y0, y1, true),
        _ => -kernel_cos(y0, y1),
    }
}

/// The cosine.
pub fn cos(x: f64) -> f64 {
    let ix = high(x) & 0x7fff_ffff;
    if ix <= 0x3fe9_21fb {
        return kernel_cos(x, 0.0);
    }
    if ix >= 0x7ff0_0000 {
        return f64::NAN;
    }
    let (n, y0, y1) = reduce(x);
    match n & 3 {
        0 => kernel_cos(y0, y1),
        1 => -kernel_sin(y0, y1, true),
        2 => -kernel_cos(y0, y1),
        _ => kernel_sin(y0, y1, true),
    }
}

const INV_PIO2: f64 = std::f64::consts::FRAC_2_PI;
const PIO2_1: f64 = 1.570_796_326_734_125_614_17e+00;
const PIO2_1T: f64 = 6.077_100_506_506_192_249_32e-11;
const PIO2_2: f64 = 6.077_100_506_303_965_976_60e-11;
const PIO2_2T: f64 = 2.022_266_248_795_950_631_54e-21;
const PIO2_3: f64 = 2.022_266_248_711_166_455_80e-21;
const PIO2_3T: f64 = 8.478_427_660_368_899_569_97e-32;

/// x − n·π/2 as a sum of two doubles, with n mod 4 in the first.
fn reduce(x: f64) -> (i32, f64, f64) {
    let ix = high(x) & 0x7fff_ffff;
    let t = x.abs();
    let (n, y0, y1) = if ix < 0x4002_d97c {
        let z = t - PIO2_1;
        if ix == 0x3ff9_21fb {
            let z = z - PIO2_2;
            let y0 = z - PIO2_2T;
            (1, y0, (z - y0) - PIO2_2T)
        } else {
            let y0 = z - PIO2_1T;
            (1, y0, (z - y0) - PIO2_1T)
        }
    } else if ix <= 0x4139_21fb {
        reduce_medium(t, ix)
    } else {
        reduce_large(t)
    };
    if x < 0.0 { (-n, -y0, -y1) } else { (n, y0, y1) }
}

fn reduce_medium(x: f64, ix: i32) -> (i32, f64, f64) {
    let n = (x * INV_PIO2 + 0.5) as i32;
    let dn = f64::from(n);
    let mut r = x - dn * PIO2_1;
    let mut w = dn * PIO2_1T;
    let mut y0 = r - w;
    let lost = |y: f64| (ix >> 20) - ((high(y) >> 20) & 0x7ff);
    let near = n >= 32 || ix == high(dn * std::f64::consts::FRAC_PI_2);
    if near && lost(y0) > 16 {
        let t = r;
        w = dn * PIO2_2;
        r = t - w;
        w = dn * PIO2_2T - ((t - r) - w);
        y0 = r - w;
        if lost(y0) > 49 {
            let t = r;
            w = dn * PIO2_3;
            r = t - w;
            w = dn * PIO2_3T - ((t - r) - w);
            y0 = r - w;
        }
    }
    (n, y0, (r - y0) - w)
}

/// 2/π, 1280 bits behind the point.
const TWO_OVER_PI: [u64; 20] = [
    0xA2F9_836E_4E44_1529,
    0xFC27_57D1_F534_DDC0,
    0xDB62_9599_3C43_9041,
    0xFE51_63AB_DEBB_C561,
    0xB724_6E3A_424D_D2E0,
    0x0649_2EEA_09D1_921C,
    0xFE1D_EB1C_B129_A73E,
    0xE882_35F5_2EBB_4484,
    0xE99C_7026_B45F_7E41,
    0x3991_D639_8353_39F4,
    0x9C84_5F8B_BDF9_283B,
    0x1FF8_97FF_DE05_980F,
    0xEF2F_118B_5A0A_6D1F,
    0x6D36_7ECF_27CB_09B7,
    0x4F46_3F66_9E5F_EA2D,
    0x7527_BAC7_EBE5_F17B,
    0x3D07_39F7_8A52_92EA,
    0x6BFB_5FB1_1F8D_5D08,
    0x5603_3046_FC7B_6BAB,
    0xF0CF_BC20_9AF4_361D,
];
/// π/2 in pieces of 24 bits.
const PIO2: [f64; 8] = [
    1.570_796_251_296_997_070_31e+00,
    7.549_789_415_861_596_353_35e-08,
    5.390_302_529_957_764_765_54e-15,
    3.282_003_415_807_912_941_23e-22,
    1.270_655_753_080_676_073_49e-29,
    1.229_333_089_811_113_289_32e-36,
    2.733_700_538_164_645_596_24e-44,
    2.167_416_838_778_048_194_44e-51,
];
const TWO24: f64 = 16_777_216.0;
/// Pieces of the product that are computed at first.
const PIECES: usize = 4;

/// Bits 24·i to 24·i + 23 of 2/π.
fn two_over_pi(i: usize) -> f64 {
    let (at, by) = (i * 24 / 64, i * 24 % 64);
    let word = |at: usize| u128::from(TWO_OVER_PI.get(at).copied().unwrap_or(0));
    let both = word(at) << 64 | word(at + 1);
    ((both >> (104 - by)) as u32 & 0xff_ffff).into()
}

/// x · 2/π modulo 8 in pieces of 24 bits, in the order of operations that decides fdlibm's rounding.
fn reduce_large(x: f64) -> (i32, f64, f64) {
    let exponent = (high(x) >> 20) - 1046;
    let mut z = with_high(x, high(x) - (exponent << 20));
    let mut digits = [0.0; 3];
    for digit in &mut digits[..2] {
        *digit = z.trunc();
        z = (z - *digit) * TWO24;
    }
    digits[2] = z;
    let last = digits.iter().rposition(|d| *d != 0.0).unwrap_or(0);
    let first = ((exponent - 3) / 24).max(0);
    let mut scale = exponent - 24 * (first + 1);
    let factor = |i: usize| usize::try_from(first + i as i32 - last as i32).map_or(0.0, two_over_pi);
    let piece = |i: usize| (0..=last).fold(0.0, |sum, j| sum + digits[j] * factor(last + i - j));
    let mut q: Vec<f64> = (0..=PIECES).map(piece).collect();
    let mut whole: Vec<i32>;
    let (mut n, mut round);
    loop {
        // The pieces as integers, lowest first; what is left over is z.
        let top = q.len() - 1;
        whole = vec![0; top + 1];
        let mut z = q[top];
        for (i, j) in (1..=top).rev().enumerate() {
            let carry = (z / TWO24).trunc();
            whole[i] = (z - TWO24 * carry) as i32;
            z = q[j - 1] + carry;
        }
        z = libm::scalbn(z, scale);
        z -= 8.0 * (z * 0.125).floor();
        n = z as i32;
        z -= f64::from(n);
        let high_digit = &mut whole[top - 1];
        round = 0;
        if scale > 0 {
            let i = *high_digit >> (24 - scale);
            n += i;
            *high_digit -= i << (24 - scale);
            round = *high_digit >> (23 - scale);
        } else if scale == 0 {
            round = *high_digit >> 23;
        } else if z >= 0.5 {
            round = 2;
        }
        if round > 0 {
            n += 1;
            let carry = negate(&mut whole[..top]);
            if scale > 0 {
                whole[top - 1] &= (1 << (24 - scale)) - 1;
            }
            if round == 2 {
                z = 1.0 - z;
                if carry {
                    z -= libm::scalbn(1.0, scale);
                }
            }
        }
        if z != 0.0 {
            top_digits(&mut whole, top, z, &mut scale);
            break;
        }
        if whole[PIECES..top].iter().any(|w| *w != 0) || whole[..PIECES].iter().all(|w| *w == 0) {
            drop_zeros(&mut whole, top, &mut scale);
            break;
        }
        // All bits cancelled: more pieces are needed.
        let more = (1..=PIECES).find(|k| whole[PIECES - k] != 0).unwrap_or(PIECES);
        let from = q.len();
        q.extend((from..from + more).map(piece));
    }
    let (y0, y1) = times_pio2(&whole, scale);
    if round == 0 { (n & 7, y0, y1) } else { (n & 7, -y0, -y1) }
}

/// One minus the fraction that the digits make; whether it was not zero.
fn negate(digits: &mut [i32]) -> bool {
    let mut carry = false;
    for digit in digits {
        if carry {
            *digit = 0xff_ffff - *digit;
        } else if *digit != 0 {
            carry = true;
            *digit = 0x100_0000 - *digit;
        }
    }
    carry
}

/// Puts what is left above the digits into one or two more.
fn top_digits(digits: &mut Vec<i32>, top: usize, z: f64, scale: &mut i32) {
    let z = libm::scalbn(z, -*scale);
    digits.truncate(top);
    if z >= TWO24 {
        let carry = (z / TWO24).trunc();
        digits.push((z - TWO24 * carry) as i32);
        *scale += 24;
        digits.push(carry as i32);
    } else {
        digits.push(z as i32);
    }
}

/// Drops zero digits at the top.
fn drop_zeros(digits: &mut Vec<i32>, top: usize, scale: &mut i32) {
    digits.truncate(top);
    *scale -= 24;
    while digits.last() == Some(&0) {
        digits.pop();
        *scale -= 24;
    }
}

/// The digits (lowest first, the highest times 2^scale) times π/2, as a sum of two doubles.
fn times_pio2(digits: &[i32], scale: i32) -> (f64, f64) {
    let mut weight = libm::scalbn(1.0, scale);
    let mut q = vec![0.0; digits.len()];
    for (value, digit) in q.iter_mut().zip(digits).rev() {
        *value = weight * f64::from(*digit);
        weight /= TWO24;
    }
    let sums: Vec<f64> = (0..q.len())
        .rev()
        .map(|i| PIO2.iter().take(PIECES + 1).zip(&q[i..]).fold(0.0, |sum, (pi, q)| sum + pi * q))
        .collect();
    let y0 = sums.iter().rev().fold(0.0, |sum, part| sum + part);
    let y1 =
        sums.get(1..).unwrap_or_default().iter().fold(sums.first().map_or(0.0, |s| s - y0), |sum, part| sum + part);
    (y0, y1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Arguments and the bits of what `java.lang.StrictMath` 17 makes of them.
    #[test]
    fn equals_java() {
        let check = |name: &str, got: f64, want: u64| assert_eq!(got.to_bits(), want, "{name} is {got:e}");
        check("sin", sin(0.5), 0x3FDE_AEE8_744B_05F0);
        check("cos", cos(0.5), 0x3FEC_1528_065B_7D50);
        check("tanh", tanh(0.5), 0x3FDD_9353_D756_8AF3);
        check("sinh", sinh(0.5), 0x3FE0_ACD0_0FE6_3B97);
        check("cosh", cosh(0.5), 0x3FF2_0AC1_862A_E8D0);
        check("log", log(0.5), 0xBFE6_2E42_FEFA_39EF);
        check("log10", log10(0.5), 0xBFD3_4413_509F_79FF);
        check("log1p", log1p(0.5), 0x3FD9_F323_ECBF_984C);
        check("sin", sin(1.0), 0x3FEA_ED54_8F09_0CEE);
        check("cos", cos(1.0), 0x3FE1_4A28_0FB5_068C);
        check("tanh", tanh(1.0), 0x3FE8_5EFA_B514_F394);
        check("sinh", sinh(1.0), 0x3FF2_CD9F_C44E_B982);
        check("cosh", cosh(1.0), 0x3FF8_B075_51D9_F551);
        check("log", log(1.0), 0x0000_0000_0000_0000);
        check("log10", log10(1.0), 0x0000_0000_0000_0000);
        check("log1p", log1p(1.0), 0x3FE6_2E42_FEFA_39EF);
        check("sin", sin(3.0), 0x3FC2_1038_6DB6_D55B);
        check("cos", cos(3.0), 0xBFEF_AE04_BE85_E5D2);
        check("tanh", tanh(3.0), 0x3FEF_D77D_111A_0B00);
        check("sinh", sinh(3.0), 0x4024_0926_E709_49AE);
        check("cosh", cosh(3.0), 0x4024_22A4_97D6_185E);
        check("log", log(3.0), 0x3FF1_93EA_7AAD_030A);
        check("log10", log10(3.0), 0x3FDE_8927_964F_D5FD);
        check("log1p", log1p(3.0), 0x3FF6_2E42_FEFA_39EF);
        check("sin", sin(-7.25), 0xBFEA_56AD_B62A_27B9);
        check("cos", cos(-7.25), 0x3FE2_2C6F_50DC_3FBE);
        check("tanh", tanh(-7.25), 0xBFEF_FFFD_E276_0A41);
        check("sinh", sinh(-7.25), 0xC086_006A_A328_E9C0);
        check("cosh", cosh(-7.25), 0x4086_006C_177E_E7F2);
        check("sin", sin(379.298218924174), 0x3FE7_B5E8_7226_8F24);
        check("cos", cos(379.298218924174), 0xBFE5_7D5E_EE7C_EBA0);
        check("tanh", tanh(379.298218924174), 0x3FF0_0000_0000_0000);
        check("sinh", sinh(379.298218924174), 0x6212_873F_61BB_523B);
        check("cosh", cosh(379.298218924174), 0x6212_873F_61BB_523B);
        check("log", log(379.298218924174), 0x4017_C0D7_AE04_C6F2);
        check("log10", log10(379.298218924174), 0x4004_A1C0_AFFC_679E);
        check("log1p", log1p(379.298218924174), 0x4017_C389_E638_763B);
        check("sin", sin(100000.0), 0x3FA2_4DAA_9C52_7E96);
        check("cos", cos(100000.0), 0xBFEF_FAC3_841B_3DA7);
        check("tanh", tanh(100000.0), 0x3FF0_0000_0000_0000);
        check("log", log(100000.0), 0x4027_069E_2AA2_AA5B);
        check("log10", log10(100000.0), 0x4014_0000_0000_0000);
        check("log1p", log1p(100000.0), 0x4027_069F_7A2D_94F6);
        check("sin", sin(1.0e22), 0xBFEB_453A_B76B_F397);
        check("cos", cos(1.0e22), 0x3FE0_BE2C_EF01_C8F4);
        check("tanh", tanh(1.0e22), 0x3FF0_0000_0000_0000);
        check("log", log(1.0e22), 0x4049_5414_6219_54FE);
        check("log10", log10(1.0e22), 0x4036_0000_0000_0000);
        check("log1p", log1p(1.0e22), 0x4049_5414_6219_54FE);
        check("sin", sin(5.140985172790894e92), 0x3FE7_044F_966C_611E);
        check("cos", cos(5.140985172790894e92), 0x3FE6_3B2E_3A73_27CC);
        check("tanh", tanh(5.140985172790894e92), 0x3FF0_0000_0000_0000);
        check("log", log(5.140985172790894e92), 0x406A_AF33_CCE3_7805);
        check("log10", log10(5.140985172790894e92), 0x4057_2D81_C88E_34DE);
        check("log1p", log1p(5.140985172790894e92), 0x406A_AF33_CCE3_7805);
        check("sin", sin(3.066379165733253e20), 0x3FE4_A103_8CA7_517A);
        check("cos", cos(3.066379165733253e20), 0xBFE8_7691_6124_2908);
        check("tanh", tanh(3.066379165733253e20), 0x3FF0_0000_0000_0000);
        check("log", log(3.066379165733253e20), 0x4047_960A_A06E_2B08);
        check("log10", log10(3.066379165733253e20), 0x4034_7C93_8316_A9D1);
        check("log1p", log1p(3.066379165733253e20), 0x4047_960A_A06E_2B08);
        check("sin", sin(1.7976931348623157e308), 0x3F74_52FC_98B3_4E97);
        check("cos", cos(1.7976931348623157e308), 0xBFEF_FFE6_2ECF_AB75);
        check("tanh", tanh(1.7976931348623157e308), 0x3FF0_0000_0000_0000);
        check("log", log(1.7976931348623157e308), 0x4086_2E42_FEFA_39EF);
        check("log10", log10(1.7976931348623157e308), 0x4073_4413_509F_79FF);
        check("log1p", log1p(1.7976931348623157e308), 0x4086_2E42_FEFA_39EF);
        check("sin", sin(1.0e-9), 0x3E11_2E0B_E826_D695);
        check("cos", cos(1.0e-9), 0x3FF0_0000_0000_0000);
        check("tanh", tanh(1.0e-9), 0x3E11_2E0B_E826_D695);
        check("sinh", sinh(1.0e-9), 0x3E11_2E0B_E826_D695);
        check("cosh", cosh(1.0e-9), 0x3FF0_0000_0000_0000);
        check("log", log(1.0e-9), 0xC034_B927_F32B_FFB8);
        check("log10", log10(1.0e-9), 0xC022_0000_0000_0000);
        check("log1p", log1p(1.0e-9), 0x3E11_2E0B_E801_F1D9);
        check("sin", sin(0.3), 0x3FD2_E9CD_95BA_BA33);
        check("cos", cos(0.3), 0x3FEE_921D_D42F_09BA);
        check("tanh", tanh(0.3), 0x3FD2_A4DD_A7D9_14FA);
        check("sinh", sinh(0.3), 0x3FD3_7D42_AF54_B926);
        check("cosh", cosh(0.3), 0x3FF0_B9B4_E0B6_EC4C);
        check("log", log(0.3), 0xBFF3_4378_FCBD_A721);
        check("log10", log10(0.3), 0xBFE0_BB6C_34D8_1502);
        check("log1p", log1p(0.3), 0x3FD0_CA93_7BE1_B9DC);
        check("sin", sin(21.9), 0x3FB7_4D3E_BCC7_FFD1);
        check("cos", cos(21.9), 0xBFEF_DDFE_64FF_B75F);
        check("tanh", tanh(21.9), 0x3FF0_0000_0000_0000);
        check("sinh", sinh(21.9), 0x41D8_2AFC_CA72_7C18);
        check("cosh", cosh(21.9), 0x41D8_2AFC_CA72_7C18);
        check("log", log(21.9), 0x4008_B11F_E7E5_8C3C);
        check("log10", log10(21.9), 0x3FF5_7275_8735_A9E3);
        check("log1p", log1p(21.9), 0x4009_0C91_8231_3C70);
        check("sin", sin(87.0), 0xBFEA_4C54_EB73_29CF);
        check("cos", cos(87.0), 0x3FE2_3B65_0D91_BF25);
        check("tanh", tanh(87.0), 0x3FF0_0000_0000_0000);
        check("sinh", sinh(87.0), 0x47B6_DB01_1847_7246);
        check("cosh", cosh(87.0), 0x47B6_DB01_1847_7246);
        check("log", log(87.0), 0x4011_DD17_0492_3FD2);
        check("log10", log10(87.0), 0x3FFF_0845_56FF_5969);
        check("log1p", log1p(87.0), 0x4011_E8CA_FB5D_7160);
        check("sin", sin(710.0), 0x3F0F_9BD0_303F_6FAF);
        check("cos", cos(710.0), 0x3FEF_FFFF_FF06_3930);
        check("tanh", tanh(710.0), 0x3FF0_0000_0000_0000);
        check("sinh", sinh(710.0), 0x7FE3_E21A_4645_07FA);
        check("cosh", cosh(710.0), 0x7FE3_E21A_4645_07FA);
        check("log", log(710.0), 0x401A_42D4_D1FF_8154);
        check("log10", log10(710.0), 0x4006_CF60_8981_902A);
        check("log1p", log1p(710.0), 0x401A_4445_C706_32F8);
        check("sin", sin(3.997172901343442), 0xBFE8_2890_2BAC_D7CE);
        check("cos", cos(3.997172901343442), 0xBFE4_FC27_83F8_8A10);
        check("tanh", tanh(3.997172901343442), 0x3FEF_FA79_7780_3221);
        check("sinh", sinh(3.997172901343442), 0x403B_367B_92D5_F3EC);
        check("cosh", cosh(3.997172901343442), 0x403B_3B2F_4E38_8F70);
        check("log", log(3.997172901343442), 0x3FF6_2B5D_A085_4F62);
        check("log10", log10(3.997172901343442), 0x3FE3_418F_5EBA_114C);
        check("log1p", log1p(3.997172901343442), 0x3FF9_BDF0_EA4C_8C05);
        check("sin", sin(0.6874932143640391), 0x3FE4_4EA8_825B_117D);
        check("cos", cos(0.6874932143640391), 0x3FE8_BB19_623C_B236);
        check("tanh", tanh(0.6874932143640391), 0x3FE3_1574_D347_F390);
        check("sinh", sinh(0.6874932143640391), 0x3FE7_C633_8730_D6D9);
        check("cosh", cosh(0.6874932143640391), 0x3FF3_EEB6_776E_C58A);
        check("log", log(0.6874932143640391), 0xBFD7_FB23_A1BE_CBA1);
        check("log10", log10(0.6874932143640391), 0xBFC4_D463_77AD_F925);
        check("log1p", log1p(0.6874932143640391), 0x3FE0_BE6A_7551_DBFA);
        check("sin", sin(0.37831067816790354), 0x3FD7_A372_E948_3FAF);
        check("cos", cos(0.37831067816790354), 0x3FED_BCBE_33C1_276A);
        check("tanh", tanh(0.37831067816790354), 0x3FD7_1E8C_3C20_7022);
        check("sinh", sinh(0.37831067816790354), 0x3FD8_CB26_C3CB_0852);
        check("cosh", cosh(0.37831067816790354), 0x3FF1_289E_C18B_118E);
        check("log", log(0.37831067816790354), 0xBFEF_1AF2_A026_B888);
        check("log10", log10(0.37831067816790354), 0xBFDB_0487_4E6C_B6CA);
        check("log1p", log1p(0.37831067816790354), 0x3FD4_88F2_85AB_3605);
        check("sin", sin(-0.38256108933468047), 0xBFD7_E41B_CC90_0B2A);
        check("cos", cos(-0.38256108933468047), 0x3FED_AFD0_4D26_7353);
        check("tanh", tanh(-0.38256108933468047), 0xBFD7_5B01_82C2_2DE3);
        check("sinh", sinh(-0.38256108933468047), 0xBFD9_15E4_083B_6D26);
        check("cosh", cosh(-0.38256108933468047), 0x3FF1_2F67_82DB_1FBB);
        check("log1p", log1p(-0.38256108933468047), 0xBFDE_DBF5_242F_5DA1);
        check("atan2", atan2(-4.446421636188976e-28, -9.773730481407064e-83), 0xBFF921FB54442D19);
    }

    #[test]
    fn special_values() {
        assert!(sin(f64::INFINITY).is_nan() && cos(f64::NAN).is_nan() && log(-1.0).is_nan());
        assert_eq!(log(0.0), f64::NEG_INFINITY);
        assert_eq!(log1p(-1.0), f64::NEG_INFINITY);
        assert_eq!(tanh(f64::NEG_INFINITY), -1.0);
        assert_eq!(cosh(-1e300), f64::INFINITY);
        assert_eq!(sin(-0.0).to_bits(), (-0.0f64).to_bits());
    }
}
