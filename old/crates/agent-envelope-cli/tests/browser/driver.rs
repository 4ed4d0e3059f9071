//! A browser, driven by the `WebDriver` protocol: the page under test stays as it is, and its policy does not bind the driver.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

/// The programs, where both are found.
pub(crate) fn programs() -> Option<(PathBuf, PathBuf)> {
    let browser = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"].iter().find_map(found)?;
    Some((browser, found(&"chromedriver")?))
}

fn found(name: &&str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

/// A running browser.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// Starts one with an empty profile; `phone` makes it narrow.
    pub(crate) fn start(profile: &Path, phone: bool) -> Self {
        let (browser, driver) = programs().expect("the browser was found before");
        std::fs::remove_dir_all(profile).ok();
        let mut driver = Command::new(driver)
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the driver starts");
        let lines = BufReader::new(driver.stdout.take().expect("a pipe")).lines();
        let told = lines.map_while(Result::ok).find_map(|line| line.split_once("successfully on port ").map(port));
        let mut started = Self { driver, port: told.expect("the driver names its port"), session: String::new() };
        let mut options = json!({
            "binary": browser,
            "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-dev-shm-usage",
                "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--window-size=1200,900", format!("--user-data-dir={}", profile.display()),
            ],
        });
        if phone {
            options["mobileEmulation"] = json!({"deviceMetrics": {"width": 360, "height": 740, "pixelRatio": 2.0}});
        }
        let wanted = json!({"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}});
        let session = started.ask("POST", "/session", &wanted);
        session["sessionId"].as_str().expect("a session").clone_into(&mut started.session);
        started
    }

    /// Opens a file.
    pub(crate) fn open(&self, file: &Path) {
        let path = file.to_str().expect("a path in UTF-8").replace('%', "%25").replace(' ', "%20").replace('#', "%23");
        self.command("url", &json!({"url": format!("file://{path}")}));
    }

    /// What the body of a function gives.
    pub(crate) fn run(&self, script: &str) -> Value {
        self.command("execute/sync", &json!({"script": script, "args": []}))
    }

    /// Shows the page on another medium, or to one who likes it dark.
    pub(crate) fn emulate(&self, medium: &str, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        let params = json!({"media": medium, "features": features});
        self.command("goog/cdp/execute", &json!({"cmd": "Emulation.setEmulatedMedia", "params": params}));
    }

    fn command(&self, name: &str, body: &Value) -> Value {
        self.ask("POST", &format!("/session/{}/{name}", self.session), body)
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the driver listens");
        let length = body.len();
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {length}\r\n\r\n{body}")
            .expect("the driver reads");
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).expect("the driver answers");
            let line = line.trim().to_ascii_lowercase();
            if let Some(told) = line.strip_prefix("content-length:") {
                length = told.trim().parse().expect("a length");
            }
            if line.is_empty() {
                break;
            }
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer).expect("the whole answer");
        let mut answer: Value = serde_json::from_slice(&answer).expect("JSON");
        assert!(answer["value"]["error"].is_null(), "{method} {path}: {answer}");
        answer["value"].take()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.ask("DELETE", &format!("/session/{}", self.session), &json!({}));
        }
        self.driver.kill().ok();
        self.driver.wait().ok();
    }
}

fn port((_, told): (&str, &str)) -> u16 {
    told.trim_end_matches('.').parse().expect("a port")
}
