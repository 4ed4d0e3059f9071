//! Reading text by lines and words.

pub mod frontmatter;
mod lines;
mod marker;
mod region;
mod visible;
mod words;

pub use lines::{Line, Lines};
pub use marker::{Marker, MarkerPlace, locate_marker};
pub(crate) use region::after_thought;
pub use region::{Region, Regions};
pub use visible::{excerpt, one_line, visible};
pub use words::{Word, find_word, is_placeholder, same_name, says_nothing, split_key, strip_decoration};
