//! The order of the tries. They run in rounds: each arm once, in a shuffled order. So a gate that ends early has tried each arm about equally
//! often, and what changes with time (a model, a service) meets all arms alike.

use apprentice_contracts::gate::GateArm;

/// The arms of all tries in their order. The same seed gives the same order in every version.
pub(super) fn order(arms: &[GateArm], tries: u32, seed: u32) -> Vec<GateArm> {
    let mut random = SplitMix64(u64::from(seed));
    let mut order = Vec::with_capacity(arms.len() * tries as usize);
    for _ in 0..tries {
        let mut round = arms.to_vec();
        // Fisher–Yates.
        for last in (1..round.len()).rev() {
            round.swap(last, random.below(last + 1));
        }
        order.append(&mut round);
    }
    order
}

/// SplitMix64 (Steele, Lea and Flood 2014). A generator of a library may change its numbers with a version, and a stored seed would lie.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`. The bias of the remainder is below 2^-60 for three arms.
    fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound.max(1) as u64).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use GateArm::{None, Skill, Trace};
    use std::collections::BTreeMap;

    #[test]
    fn the_generator_is_that_of_the_paper() {
        // The reference implementation (prng.di.unimi.it/splitmix64.c) with the seed 1234567.
        let mut random = SplitMix64(1_234_567);
        assert_eq!([random.next(), random.next()], [6_457_827_717_110_365_317, 3_203_168_211_198_807_973]);
    }

    #[test]
    fn each_round_has_each_arm_once_and_a_seed_repeats_its_order() {
        let arms = [None, Trace, Skill];
        let planned = order(&arms, 5, 7);
        assert_eq!(planned, order(&arms, 5, 7));
        assert!((8..20).any(|seed| order(&arms, 5, seed) != planned), "another seed gives another order");
        for round in planned.chunks(3) {
            let mut sorted = round.to_vec();
            sorted.sort_unstable();
            assert_eq!(sorted, arms);
        }
        assert_eq!(order(&[None, Skill], 5, 7).len(), 10);
    }

    #[test]
    fn every_order_of_a_round_comes_equally_often() {
        let mut seen: BTreeMap<Vec<GateArm>, u32> = BTreeMap::new();
        for seed in 0..6_000 {
            *seen.entry(order(&[None, Trace, Skill], 1, seed)).or_default() += 1;
        }
        assert_eq!(seen.len(), 6);
        assert!(seen.values().all(|count| (850..1_150).contains(count)), "{seen:?}");
    }
}
