//! Intervals of rates. Pure.

use apprentice_contracts::gate::{GateDifference, GateInterval};

/// The 97.5 % point of the normal distribution: intervals of 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// How many of so many tries did the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rate {
    pub passed: u32,
    pub of: u32,
}

impl Rate {
    /// The part that did the task. `None`: nothing was decided.
    pub(super) fn value(self) -> Option<f64> {
        (self.of > 0).then(|| f64::from(self.passed) / f64::from(self.of))
    }

    /// Wilson's score interval (Wilson 1927), without a correction for continuity.
    pub(super) fn interval(self) -> Option<GateInterval> {
        let rate = self.value()?;
        let (n, square) = (f64::from(self.of), Z * Z);
        let middle = 2.0f64.mul_add(n * rate, square);
        let spread = Z * (4.0f64.mul_add(n * rate * (1.0 - rate), square)).sqrt();
        let width = 2.0 * (n + square);
        Some(GateInterval { low: ((middle - spread) / width).max(0.0), high: ((middle + spread) / width).min(1.0) })
    }
}

/// The rate `with` less the rate `without`, with Newcombe's hybrid score interval for independent samples (Newcombe 1998, method 10): it is made
/// of the two Wilson intervals, and holds for few tries and for rates of 0 and 1. `None`: an arm has no decided try.
pub(super) fn difference(with: Rate, without: Rate) -> Option<GateDifference> {
    let ((p1, one), (p2, two)) = ((with.value()?, with.interval()?), (without.value()?, without.interval()?));
    let difference = p1 - p2;
    let low = difference - (p1 - one.low).hypot(two.high - p2);
    let high = difference + (one.high - p1).hypot(p2 - two.low);
    Some(GateDifference { difference, interval: GateInterval { low: low.max(-1.0), high: high.min(1.0) } })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, known: f64) -> bool {
        (found - known).abs() < 0.000_06
    }

    #[test]
    fn wilson_gives_the_known_intervals() {
        // Newcombe, Statistics in Medicine 17 (1998) 857–872, table I, method 3.
        for (passed, of, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
            // 5 of 5, by its closed form n / (n + z²).
            (5, 5, 0.5655, 1.0),
        ] {
            let found = Rate { passed, of }.interval().unwrap();
            assert!(close(found.low, low) && close(found.high, high), "{passed}/{of}: {found:?}");
        }
        assert_eq!(Rate { passed: 0, of: 0 }.interval(), None);
    }

    #[test]
    fn newcombe_gives_the_known_intervals() {
        // Newcombe, Statistics in Medicine 17 (1998) 873–890, table II, method 10.
        for ((a, m), (b, n), low, high) in [
            ((56, 70), (48, 80), 0.0524, 0.3339),
            ((9, 10), (3, 10), 0.1705, 0.8090),
            ((6, 7), (2, 7), 0.0582, 0.8062),
            ((5, 56), (0, 29), -0.0381, 0.1926),
            ((0, 10), (0, 20), -0.1611, 0.2775),
            ((0, 10), (0, 10), -0.2775, 0.2775),
            ((10, 10), (0, 20), 0.6791, 1.0),
            ((10, 10), (0, 10), 0.6075, 1.0),
        ] {
            let found = difference(Rate { passed: a, of: m }, Rate { passed: b, of: n }).unwrap();
            assert!(close(found.interval.low, low) && close(found.interval.high, high), "{a}/{m} - {b}/{n}: {found:?}");
            assert!(close(found.difference, f64::from(a) / f64::from(m) - f64::from(b) / f64::from(n)));
        }
        assert_eq!(difference(Rate { passed: 1, of: 1 }, Rate { passed: 0, of: 0 }), None);
    }
}
