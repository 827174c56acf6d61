//! The files of the page, embedded in the program.

/// What is served under one path.
pub(super) struct PageFile {
    /// Its path in a request.
    path: &'static str,
    /// Its media type.
    pub kind: &'static str,
    /// As it stands in the repository.
    pub content: &'static [u8],
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! files {
    ($($path:literal $kind:ident $file:literal)*) => {
        &[$(PageFile { path: $path, kind: $kind, content: include_bytes!(concat!("page/", $file)) }),*]
    };
}

const FILES: &[PageFile] = files! {
    "/" HTML "index.html"
    "/style.css" CSS "style.css"
    "/icon.svg" SVG "icon.svg"
    "/main.js" SCRIPT "main.js"
    "/analysis.js" SCRIPT "analysis.js"
    "/axes.js" SCRIPT "axes.js"
    "/board.js" SCRIPT "board.js"
    "/engine.js" SCRIPT "engine.js"
    "/game.js" SCRIPT "game.js"
    "/input.js" SCRIPT "input.js"
    "/link.js" SCRIPT "link.js"
    "/pdn.js" SCRIPT "pdn.js"
    "/setup.js" SCRIPT "setup.js"
    "/texts.js" SCRIPT "texts.js"
};

/// The file of a path.
pub(super) fn file(path: &str) -> Option<&'static PageFile> {
    FILES.iter().find(|file| file.path == path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_small_and_asks_for_nothing_from_elsewhere() {
        assert!(FILES.iter().map(|file| file.content.len()).sum::<usize>() <= 300_000);
        for file in FILES {
            let text = std::str::from_utf8(file.content).unwrap();
            let foreign = text.replace("http://www.w3.org/", "");
            assert!(!foreign.contains("http://") && !foreign.contains("https://"), "{}", file.path);
        }
    }

    #[test]
    fn all_that_the_page_imports_is_there() {
        for page in FILES {
            let text = std::str::from_utf8(page.content).unwrap();
            for import in text.lines().filter_map(|line| line.trim_end_matches([';', '\n']).split_once(" from \"./")) {
                let name = import.1.trim_end_matches('"');
                assert!(file(&format!("/{name}")).is_some(), "{}: {name}", page.path);
            }
        }
    }
}
