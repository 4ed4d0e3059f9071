//! Whether the licence of a crate can be met with the ones that we allow.

use super::policy::LICENCES;

/// Whether the expression is met: `OR` (or the older `/`) needs one side, `AND` both, and it binds tighter.
pub(super) fn met(expression: &str) -> Result<bool, String> {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut reader = Reader { words: &words };
    let met = reader.either(DEEPEST)?;
    match reader.words {
        [] => Ok(met),
        [word, ..] => Err(format!("`{word}` is not expected in `{expression}`")),
    }
}

/// How deep parentheses may nest; nobody writes more than two.
const DEEPEST: usize = 8;

struct Reader<'a> {
    words: &'a [&'a str],
}

impl<'a> Reader<'a> {
    fn either(&mut self, depth: usize) -> Result<bool, String> {
        let mut met = self.both(depth)?;
        while self.skip("OR") {
            met |= self.both(depth)?;
        }
        Ok(met)
    }

    fn both(&mut self, depth: usize) -> Result<bool, String> {
        let mut met = self.one(depth)?;
        while self.skip("AND") {
            met &= self.one(depth)?;
        }
        Ok(met)
    }

    fn one(&mut self, depth: usize) -> Result<bool, String> {
        let depth = depth.checked_sub(1).ok_or("too many parentheses")?;
        match self.next().ok_or("the expression ends too early")? {
            "(" => {
                let met = self.either(depth)?;
                if self.skip(")") { Ok(met) } else { Err("a parenthesis is not closed".to_owned()) }
            }
            name => {
                let name = if self.skip("WITH") {
                    format!("{name} WITH {}", self.next().ok_or("WITH what?")?)
                } else {
                    name.to_owned()
                };
                Ok(LICENCES.iter().any(|(allowed, _)| *allowed == name))
            }
        }
    }

    fn next(&mut self) -> Option<&'a str> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(first)
    }

    fn skip(&mut self, word: &str) -> bool {
        let found = self.words.first() == Some(&word);
        if found {
            self.words = &self.words[1..];
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_met_or_not() {
        for fine in [
            "MIT",
            "MIT/Apache-2.0",
            "MIT OR GPL-3.0-only",
            "(MIT OR GPL-3.0-only) AND Unicode-3.0",
            "Apache-2.0 WITH LLVM-exception OR GPL-2.0-only",
            "GPL-2.0-only AND ISC OR MIT",
        ] {
            assert_eq!(met(fine), Ok(true), "{fine}");
        }
        for refused in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "(MIT OR Zlib) AND MPL-2.0", "MIT WITH strings", ""] {
            assert_ne!(met(refused), Ok(true), "{refused}");
        }
        for broken in ["", "MIT OR", "(MIT", "MIT MIT", "MIT WITH", &"(".repeat(20)] {
            assert!(met(broken).is_err(), "{broken}");
        }
    }
}
