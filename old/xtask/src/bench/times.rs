//! What criterion measured in this run.

use std::path::Path;
use std::time::SystemTime;

use serde_json::Value;

use super::Measured;
use crate::repo;

/// What criterion wrote since `start`; older results are of another run.
pub(super) fn results(criterion: &Path, start: SystemTime) -> Result<Vec<Measured>, String> {
    let mut results = Vec::new();
    for path in repo::walk(criterion)? {
        let fresh = || path.metadata().and_then(|meta| meta.modified()).is_ok_and(|time| time >= start);
        if path.ends_with("new/estimates.json") && fresh() {
            results.push(measured(&json(&path)?, &json(&path.with_file_name("benchmark.json"))?)?);
        }
    }
    Ok(results)
}

fn measured(estimates: &Value, benchmark: &Value) -> Result<Measured, String> {
    let text = |name: &str| benchmark[name].as_str().unwrap_or_default().to_owned();
    let nanoseconds = estimates["median"]["point_estimate"].as_f64();
    let nanoseconds = nanoseconds.ok_or_else(|| format!("no median for {}", text("full_id")))?;
    Ok(Measured { work: text("group_id"), who: text("function_id"), input: text("value_str"), value: nanoseconds })
}

fn json(path: &Path) -> Result<Value, String> {
    serde_json::from_slice(&repo::read(path)?).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scratch::Scratch;

    fn write(scratch: &Scratch, work: &str, who: &str, input: &str, nanoseconds: f64) {
        let folder = format!("{work}/{who}/{input}/new");
        scratch.write(
            &format!("{folder}/estimates.json"),
            &format!("{{\"median\":{{\"point_estimate\":{nanoseconds}}}}}"),
        );
        let ids = serde_json::json!({"group_id": work, "function_id": who, "value_str": input});
        scratch.write(&format!("{folder}/benchmark.json"), &ids.to_string());
    }

    #[test]
    fn medians_are_read() {
        let scratch = Scratch::new("bench");
        write(&scratch, "clean", "ours", "small", 500.0);
        let results = results(scratch.path(), SystemTime::UNIX_EPOCH).unwrap();
        let expected = ["clean", "ours", "small"].map(str::to_owned);
        assert_eq!([&results[0].work, &results[0].who, &results[0].input], expected.each_ref());
        assert_eq!((results.len(), results[0].value), (1, 500.0));
    }

    #[test]
    fn results_of_another_run_are_left_out() {
        let scratch = Scratch::new("bench-old");
        write(&scratch, "clean", "ours", "small", 500.0);
        let later = SystemTime::now() + std::time::Duration::from_secs(60);
        assert_eq!(results(scratch.path(), later).unwrap(), []);
    }
}
