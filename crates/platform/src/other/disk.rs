use crate::disk::Obstacle;
use std::path::Path;

pub fn obstacle(_folder: &Path) -> Option<Obstacle> {
    None
}
