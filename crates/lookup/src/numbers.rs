//! Building blocks of the index: sets of numbers, lists of numbers by key, and many texts in one allocation.

/// A set of numbers below a fixed limit, as a bitmap.
#[derive(Clone, Debug)]
pub(super) struct Bits(Vec<u64>);

impl Bits {
    pub fn new(limit: usize) -> Self {
        Self(vec![0; limit.div_ceil(64)])
    }

    pub fn insert(&mut self, number: u32) {
        self.0[number as usize / 64] |= 1 << (number % 64);
    }

    pub fn has(&self, number: u32) -> bool {
        self.0[number as usize / 64] & (1 << (number % 64)) != 0
    }

    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    pub fn add(&mut self, others: &Self) {
        self.0.iter_mut().zip(&others.0).for_each(|(word, other)| *word |= other);
    }

    pub fn keep(&mut self, others: &Self) {
        self.0.iter_mut().zip(&others.0).for_each(|(word, other)| *word &= other);
    }

    /// The smallest number in `from..to`.
    pub fn first(&self, from: u32, to: u32) -> Option<u32> {
        let mut here = from;
        while here < to {
            let left = self.0[here as usize / 64] >> (here % 64);
            if left != 0 {
                return Some(here + left.trailing_zeros()).filter(|found| *found < to);
            }
            here = (here / 64 + 1) * 64;
        }
        None
    }

    /// Ascending.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().enumerate().flat_map(|(place, word)| {
            let mut left = *word;
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(place as u32 * 64 + bit)
            })
        })
    }
}

/// Counts numbers: seen once, or at least twice.
pub(super) struct Tally {
    once: Bits,
    pub twice: Bits,
}

impl Tally {
    pub fn new(limit: usize) -> Self {
        Self { once: Bits::new(limit), twice: Bits::new(limit) }
    }

    pub fn meet(&mut self, numbers: Numbers<'_>, times: usize) {
        match numbers {
            Numbers::Few(list) => list.iter().for_each(|number| {
                if times > 1 || self.once.has(*number) {
                    self.twice.insert(*number);
                }
                self.once.insert(*number);
            }),
            Numbers::Many(set) => {
                let places = self.once.0.iter_mut().zip(&mut self.twice.0).zip(&set.0);
                places.for_each(|((once, twice), met)| {
                    *twice |= if times > 1 { *met } else { *once & met };
                    *once |= met;
                });
            }
        }
    }
}

/// The numbers of one key, in the smaller representation.
pub(super) enum Numbers<'a> {
    Few(&'a [u32]),
    Many(&'a Bits),
}

impl Numbers<'_> {
    pub fn insert_into(&self, set: &mut Bits) {
        match self {
            Self::Few(list) => list.iter().for_each(|number| set.insert(*number)),
            Self::Many(others) => set.add(others),
        }
    }
}

/// Numbers below a limit for each key 0, 1, 2, …
pub(super) struct Lists {
    starts: Vec<u32>,
    numbers: Vec<u32>,
    /// The bitmaps of keys with many numbers.
    sets: Vec<(u32, Bits)>,
}

impl Lists {
    /// Builds the lists from pairs of key and number; every key below `keys` has at least one.
    pub fn new(keys: usize, limit: usize, mut pairs: Vec<(u32, u32)>) -> Self {
        pairs.sort_unstable();
        pairs.dedup();
        let mut lists = Self { starts: Vec::with_capacity(keys + 1), numbers: Vec::new(), sets: Vec::new() };
        lists.starts.push(0);
        for group in pairs.chunk_by(|a, b| a.0 == b.0) {
            if group.len() * 32 > limit.max(64) {
                let mut set = Bits::new(limit);
                group.iter().for_each(|(_, number)| set.insert(*number));
                lists.sets.push((group[0].0, set));
            } else {
                lists.numbers.extend(group.iter().map(|(_, number)| number));
            }
            lists.starts.push(lists.numbers.len() as u32);
        }
        lists.numbers.shrink_to_fit();
        lists
    }

    pub fn get(&self, key: u32) -> Numbers<'_> {
        let list = &self.numbers[self.starts[key as usize] as usize..self.starts[key as usize + 1] as usize];
        match self.sets.binary_search_by_key(&key, |(key, _)| *key) {
            Ok(place) if list.is_empty() => Numbers::Many(&self.sets[place].1),
            _ => Numbers::Few(list),
        }
    }

    /// The number of entries of a key.
    pub fn len(&self, key: u32) -> usize {
        match self.get(key) {
            Numbers::Few(list) => list.len(),
            Numbers::Many(set) => set.iter().count(),
        }
    }
}

/// Many texts in one allocation.
#[derive(Default)]
pub(super) struct Lines {
    text: String,
    ends: Vec<u32>,
}

impl Lines {
    pub fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.ends.push(self.text.len() as u32);
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn get(&self, number: u32) -> &str {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.text[start..self.ends[number] as usize]
    }

    /// The first line for which `before` is false; the lines are sorted so that those with true come first.
    pub fn first_after(&self, before: impl Fn(&str) -> bool) -> u32 {
        let (mut low, mut high) = (0, self.len() as u32);
        while low < high {
            let middle = low + (high - low) / 2;
            if before(self.get(middle)) { low = middle + 1 } else { high = middle }
        }
        low
    }

    pub fn find(&self, line: &str) -> Option<u32> {
        let place = self.first_after(|other| other < line);
        (place < self.len() as u32 && self.get(place) == line).then_some(place)
    }

    pub fn shrunk(mut self) -> Self {
        self.text.shrink_to_fit();
        self.ends.shrink_to_fit();
        self
    }
}

impl<'a> FromIterator<&'a str> for Lines {
    fn from_iter<I: IntoIterator<Item = &'a str>>(lines: I) -> Self {
        let mut all = Self::default();
        lines.into_iter().for_each(|line| all.push(line));
        all.shrunk()
    }
}
