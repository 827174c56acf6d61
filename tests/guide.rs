//! Runs every command of docs/guide.md in order.
//!
//! Blocks marked `sh` and `python` are run in one temporary folder, with the program on the path and a copy of the folder
//! `openings`. A block whose first line is `# file: NAME` is written to that file instead. Other blocks are not run.

use std::path::Path;
use std::process::Command;

const GUIDE: &str = include_str!("../docs/guide.md");

struct Block {
    line: usize,
    mark: String,
    text: String,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut open: Option<Block> = None;
    for (number, line) in (1..).zip(text.lines()) {
        match (&mut open, line.strip_prefix("```")) {
            (None, Some(mark)) => open = Some(Block { line: number, mark: mark.trim().into(), text: String::new() }),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (Some(block), None) => block.text += &format!("{line}\n"),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "a block of docs/guide.md is not closed");
    blocks
}

fn run(folder: &Path, program: &str, arguments: &[&str], block: &Block) {
    let own = Path::new(env!("CARGO_BIN_EXE_millstone")).parent().unwrap();
    let path = format!("{}:{}", own.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new(program).args(arguments).current_dir(folder).env("PATH", path).output().unwrap();
    assert!(
        output.status.success(),
        "docs/guide.md, line {}: {}\n{}\n{}{}",
        block.line,
        output.status,
        block.text,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn every_command_of_the_guide_works() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(folder.join("openings")).unwrap();
    for entry in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("openings")).unwrap() {
        let entry = entry.unwrap();
        std::fs::copy(entry.path(), folder.join("openings").join(entry.file_name())).unwrap();
    }
    let mut ran = 0;
    for block in blocks(GUIDE) {
        if let Some(name) = block.text.lines().next().and_then(|line| line.strip_prefix("# file: ")) {
            std::fs::write(folder.join(name.trim()), &block.text).unwrap();
            continue;
        }
        match block.mark.as_str() {
            "sh" => run(&folder, "bash", &["-euo", "pipefail", "-c", &block.text], &block),
            "python" => run(&folder, "python3", &["-c", &block.text], &block),
            _ => continue,
        }
        ran += 1;
    }
    assert!(ran >= 10, "only {ran} blocks were run");
}
