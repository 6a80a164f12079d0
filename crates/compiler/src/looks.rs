//! Which sources are read at the end of a demonstration.

use crate::SourceReadings;
use apprentice_contracts::observation::ObservedAction;
use apprentice_contracts::reading::ReadingSource;

pub fn closing(_actions: &[ObservedAction], _readings: &[SourceReadings]) -> Vec<ReadingSource> {
    Vec::new()
}
