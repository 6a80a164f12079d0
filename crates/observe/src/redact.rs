//! Secrets masked before anything is stored: tokens, keys, card numbers in any text; whole values of secret fields.

use apprentice_contracts::observation::MaskReason;

/// `text` with every secret replaced by [`apprentice_contracts::MASK`], and how many there were.
pub fn mask_text(_text: &str) -> (String, u32) {
    todo!()
}

/// Why the value of such a field must not be kept at all; `None`: it may (after [`mask_text`]).
/// `input_type`, `autocomplete` are the attributes; `label` is the accessible name, `field_name` the name or id.
pub fn secret_field(_input_type: &str, _autocomplete: &str, _label: &str, _field_name: &str) -> Option<MaskReason> {
    todo!()
}

/// Origin, path and query with the values of secret parameters masked, user info removed, fragment kept only when it routes.
pub fn mask_url(_url: &str) -> (String, u32) {
    todo!()
}
