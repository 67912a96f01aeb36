//! `StrictMath` to the last bit.
//!
//! Java defines `StrictMath` by Sun's fdlibm 5.3. The `libm` crate descends from it by way of FreeBSD and musl, which
//! changed how some functions round; those are written out here after fdlibm's own formulas. Checked against `java` on
//! random arguments of all magnitudes.

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
    const IVLN10: f64 = 4.342_944_819_032_518_166_68e-01;
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

const INV_PIO2: f64 = 6.366_197_723_675_813_824_33e-01;
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
