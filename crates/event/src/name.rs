//! Names that stay the same from run to run.

/// `Grid.cells[]` for `Grid.cells[3]`.
#[must_use]
pub fn without_indices(path: &str) -> String {
    let mut inside = false;
    path.chars()
        .filter(|c| {
            match c {
                '[' => inside = true,
                ']' => inside = false,
                _ => return !inside,
            }
            true
        })
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn indices_are_left_out() {
        assert_eq!(super::without_indices("Grid.cells[3][14]"), "Grid.cells[][]");
        assert_eq!(super::without_indices("Grid.cells"), "Grid.cells");
    }
}
