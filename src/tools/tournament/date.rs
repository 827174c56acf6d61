//! Dates in the format of PDN.

use std::time::SystemTime;

/// Today in UTC: `2026.11.16`.
pub fn today() -> String {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    date(since.as_secs() / 86_400)
}

/// The date `days` after 1 January 1970.
fn date(days: u64) -> String {
    // Count from 1 March of year 0, so that a leap day is the last day of its year.
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // From March on, the month lengths repeat as 31, 30, 31, 30, 31: 153 days in five months.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_dates() {
        let known = [
            (0, "1970.01.01"),
            (58, "1970.02.28"),
            (59, "1970.03.01"),
            (789, "1972.02.29"),
            (11_016, "2000.02.29"),
            (11_322, "2000.12.31"),
            (11_323, "2001.01.01"),
            (20_773, "2026.11.16"),
            (47_540, "2100.02.28"),
            (47_541, "2100.03.01"),
        ];
        for (days, text) in known {
            assert_eq!(date(days), text);
        }
    }
}
