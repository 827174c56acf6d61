//! The messages of DXP: ASCII with fields of fixed width.

use crate::games::Side;
use crate::games::notation::clip;
use thiserror::Error;

/// The longest message, without the NUL that ends it.
pub const MAX_MESSAGE: usize = 127;
/// The version of the protocol in GAMEREQ.
const VERSION: &str = "01";
/// The width of names.
const NAME: usize = 32;

/// One of the seven messages of DXP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DxpMessage {
    /// GAMEREQ: the initiator asks for a game.
    GameRequest(GameRequest),
    /// GAMEACC: the follower's answer.
    GameAccept {
        /// The follower's name.
        name: String,
        /// Whether it plays.
        code: AcceptCode,
    },
    /// MOVE, with the seconds it took.
    Move(MoveFields),
    /// GAMEEND, in place of a move, and as the answer to one.
    GameEnd {
        /// Why.
        reason: EndReason,
        /// Whether the sender wants no further game.
        stop: bool,
    },
    /// CHAT: a text for the other player.
    Chat(String),
    /// BACKREQ: a request to go back to an earlier position.
    BackRequest {
        /// The number of the move, from 1.
        number: u16,
        /// The side to move there.
        side: Side,
    },
    /// BACKACC: the answer to it.
    BackAccept(BackCode),
}

/// The fields of GAMEREQ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// The initiator's name.
    pub name: String,
    /// The side that the follower plays.
    pub follower: Side,
    /// The time of each player for the whole game in minutes; 0 if there is no clock.
    pub minutes: u16,
    /// The number of moves after which the game may be ended; 0 if there is none.
    pub moves: u16,
    /// The side to move and a letter for each square; the game's own start position if `None`.
    pub position: Option<String>,
}

/// A move with the time that it took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveFields {
    /// The time used in seconds.
    pub seconds: u16,
    /// The square it begins on.
    pub from: u8,
    /// The square it ends on.
    pub to: u8,
    /// The squares of the pieces taken, in any order.
    pub captured: Vec<u8>,
}

/// The follower's answer to GAMEREQ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AcceptCode {
    /// The game begins.
    Accepted,
    /// The version of the protocol is unknown.
    Version,
    /// Not this game, but perhaps another.
    NotThis,
    /// No game at all.
    Never,
}

/// The reason of GAMEEND, from the sender's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndReason {
    /// None is given.
    Unknown,
    /// The sender has lost.
    Lost,
    /// A draw.
    Draw,
    /// The sender has won.
    Won,
}

/// The answer to BACKREQ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackCode {
    /// Go back.
    Yes,
    /// Moves cannot be taken back.
    No,
    /// Not now; the game continues.
    Continue,
}

/// Why bytes are not a message.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MessageError {
    /// An empty message.
    #[error("empty message")]
    Empty,
    /// A message longer than 127 bytes.
    #[error("message of more than {MAX_MESSAGE} bytes")]
    TooLong,
    /// An unknown first letter.
    #[error("`{0}`: unknown message type; expected R, A, M, E, C, B or K")]
    Type(String),
    /// Another version of the protocol.
    #[error("GAMEREQ: version `{0}` is not {VERSION}")]
    Version(String),
    /// A message that ends in the middle of a field.
    #[error("{message}: no {field} in `{text}`")]
    Short {
        /// The kind of message.
        message: &'static str,
        /// The missing field.
        field: &'static str,
        /// The message.
        text: String,
    },
    /// A field with a bad value.
    #[error("{message}: {field} `{value}` is not {expected}")]
    Value {
        /// The kind of message.
        message: &'static str,
        /// What the field means.
        field: &'static str,
        /// What the peer sent.
        value: String,
        /// What was expected.
        expected: &'static str,
    },
}

impl DxpMessage {
    /// Parses a message without its NUL.
    pub fn parse(bytes: &[u8]) -> Result<DxpMessage, MessageError> {
        if bytes.len() > MAX_MESSAGE {
            return Err(MessageError::TooLong);
        }
        let text = ascii(bytes);
        let text = text.trim();
        let (Some(letter), Some(rest)) = (text.get(..1), text.get(1..)) else { return Err(MessageError::Empty) };
        match letter {
            "R" => game_request(Fields::new("GAMEREQ", rest)).map(DxpMessage::GameRequest),
            "A" => {
                let mut fields = Fields::new("GAMEACC", rest);
                let name = fields.take("name", NAME)?.trim().to_string();
                Ok(DxpMessage::GameAccept { name, code: fields.code("acceptance code", ACCEPT)? })
            }
            "M" => move_fields(Fields::new("MOVE", rest)).map(DxpMessage::Move),
            "E" => {
                let mut fields = Fields::new("GAMEEND", rest);
                let reason = fields.code("reason", REASON)?;
                // Some programs leave the stop code out.
                let stop = if fields.text.is_empty() { false } else { fields.code("stop code", [false, true])? };
                Ok(DxpMessage::GameEnd { reason, stop })
            }
            "C" => Ok(DxpMessage::Chat(rest.to_string())),
            "B" => {
                let mut fields = Fields::new("BACKREQ", rest);
                let number = fields.number("move number", 3)?;
                Ok(DxpMessage::BackRequest { number, side: fields.side("side to move")? })
            }
            "K" => Ok(DxpMessage::BackAccept(Fields::new("BACKACC", rest).code("code", BACK)?)),
            _ => Err(MessageError::Type(clip(text))),
        }
    }

    /// The message as it is sent, without its NUL.
    pub fn encode(&self) -> String {
        let mut text = match self {
            DxpMessage::GameRequest(request) => {
                let GameRequest { name, follower, minutes, moves, position } = request;
                let (name, minutes, moves) = (name_field(name), minutes.min(&999), moves.min(&999));
                let position = position.as_ref().map_or("A".into(), |position| format!("B{position}"));
                format!("R{VERSION}{name}{}{minutes:03}{moves:03}{position}", side_letter(*follower))
            }
            DxpMessage::GameAccept { name, code } => format!("A{}{}", name_field(name), digit(ACCEPT, *code)),
            DxpMessage::Move(MoveFields { seconds, from, to, captured }) => {
                let mut text = format!("M{:04}{from:02}{to:02}{:02}", seconds.min(&9999), captured.len());
                captured.iter().for_each(|square| text += &format!("{square:02}"));
                text
            }
            DxpMessage::GameEnd { reason, stop } => format!("E{}{}", digit(REASON, *reason), u8::from(*stop)),
            DxpMessage::Chat(text) => format!("C{}", ascii(text.as_bytes())),
            DxpMessage::BackRequest { number, side } => format!("B{:03}{}", number.min(&999), side_letter(*side)),
            DxpMessage::BackAccept(code) => format!("K{}", digit(BACK, *code)),
        };
        text.truncate(MAX_MESSAGE);
        text
    }
}

const ACCEPT: [AcceptCode; 4] = [AcceptCode::Accepted, AcceptCode::Version, AcceptCode::NotThis, AcceptCode::Never];
const REASON: [EndReason; 4] = [EndReason::Unknown, EndReason::Lost, EndReason::Draw, EndReason::Won];
const BACK: [BackCode; 3] = [BackCode::Yes, BackCode::No, BackCode::Continue];

/// The place of a value among the codes of its field.
fn digit<T: PartialEq, const N: usize>(codes: [T; N], value: T) -> usize {
    codes.iter().position(|code| *code == value).unwrap_or(0)
}

/// DXP has Dutch letters: W for White, Z for Black.
pub fn side_letter(side: Side) -> char {
    if side == Side::White { 'W' } else { 'Z' }
}

/// Bytes as ASCII without control characters, since they are printed and sent on.
fn ascii(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| if (b' '..=b'~').contains(byte) { char::from(*byte) } else { '?' }).collect()
}

/// A name of exactly 32 characters that does not begin with a blank.
fn name_field(name: &str) -> String {
    let name: String = ascii(name.trim().as_bytes()).chars().take(NAME).collect();
    format!("{name:NAME$}")
}

fn game_request(mut fields: Fields<'_>) -> Result<GameRequest, MessageError> {
    let version = fields.take("version", VERSION.len())?;
    if version != VERSION {
        return Err(MessageError::Version(version.to_string()));
    }
    let name = fields.take("name", NAME)?.trim().to_string();
    let follower = fields.side("colour of the follower")?;
    let (minutes, moves) = (fields.number("thinking time", 3)?, fields.number("number of moves", 3)?);
    let position = match fields.take("start position", 1)? {
        "A" => None,
        "B" => Some(fields.text.to_string()),
        other => return Err(fields.wrong("start position", other, "A or B")),
    };
    Ok(GameRequest { name, follower, minutes, moves, position })
}

fn move_fields(mut fields: Fields<'_>) -> Result<MoveFields, MessageError> {
    let seconds = fields.number("time", 4)?;
    let square = |field, fields: &mut Fields<'_>| fields.number(field, 2).map(|number| number as u8);
    let (from, to) = (square("from", &mut fields)?, square("to", &mut fields)?);
    let count = fields.number("number of captured pieces", 2)?;
    let captured = (0..count).map(|_| square("captured piece", &mut fields)).collect::<Result<_, _>>()?;
    Ok(MoveFields { seconds, from, to, captured })
}

/// The fields of a message that are still to be read; the text is ASCII.
struct Fields<'a> {
    message: &'static str,
    whole: &'a str,
    text: &'a str,
}

impl<'a> Fields<'a> {
    fn new(message: &'static str, text: &'a str) -> Fields<'a> {
        Fields { message, whole: text, text }
    }

    fn take(&mut self, field: &'static str, width: usize) -> Result<&'a str, MessageError> {
        let short = || MessageError::Short { message: self.message, field, text: clip(self.whole) };
        let (value, rest) = self.text.split_at_checked(width).ok_or_else(short)?;
        self.text = rest;
        Ok(value)
    }

    fn number(&mut self, field: &'static str, width: usize) -> Result<u16, MessageError> {
        let value = self.take(field, width)?;
        // Some programs pad with blanks.
        let digits = value.trim_start();
        let number = digits.parse().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
        number.ok_or_else(|| self.wrong(field, value, "a number"))
    }

    fn side(&mut self, field: &'static str) -> Result<Side, MessageError> {
        match self.take(field, 1)? {
            "W" | "w" => Ok(Side::White),
            "Z" | "z" => Ok(Side::Black),
            other => Err(self.wrong(field, other, "W or Z")),
        }
    }

    fn code<T: Copy, const N: usize>(&mut self, field: &'static str, codes: [T; N]) -> Result<T, MessageError> {
        let value = self.take(field, 1)?;
        let code = value.parse::<usize>().ok().and_then(|at| codes.get(at).copied());
        code.ok_or_else(|| self.wrong(field, value, "one of its codes"))
    }

    fn wrong(&self, field: &'static str, value: &str, expected: &'static str) -> MessageError {
        MessageError::Value { message: self.message, field, value: clip(value), expected }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The examples of the protocol's description.
    const EXAMPLES: [&str; 8] = [
        "R01Tornado voor Windows 4.0        W060065A",
        "ATornado voor Windows 4.0        0",
        "M0012061100",
        "M001205250422122320",
        "E00",
        "CWhat do you think about move 35?",
        "B005Z",
        "K1",
    ];

    #[test]
    fn the_examples_are_read_and_written() {
        for text in EXAMPLES {
            assert_eq!(DxpMessage::parse(text.as_bytes()).unwrap().encode(), text);
        }
        let capture = MoveFields { seconds: 12, from: 5, to: 25, captured: vec![22, 12, 23, 20] };
        assert_eq!(DxpMessage::parse(EXAMPLES[3].as_bytes()), Ok(DxpMessage::Move(capture)));
        let request = GameRequest {
            name: "Tornado voor Windows 4.0".into(),
            follower: Side::White,
            minutes: 60,
            moves: 65,
            position: None,
        };
        assert_eq!(DxpMessage::parse(EXAMPLES[0].as_bytes()), Ok(DxpMessage::GameRequest(request)));
    }

    #[test]
    fn a_request_with_a_position_has_every_square() {
        let position = format!("W{}{}{}", "z".repeat(20), "e".repeat(10), "w".repeat(20));
        let text = format!("R01{:32}Z000000B{position}", "DXP Client");
        let Ok(DxpMessage::GameRequest(request)) = DxpMessage::parse(text.as_bytes()) else { panic!() };
        assert_eq!((request.minutes, request.position.as_deref()), (0, Some(position.as_str())));
        assert_eq!(DxpMessage::GameRequest(request).encode(), text);
    }

    #[test]
    fn errors_name_the_bad_field() {
        let error = |text: &str| DxpMessage::parse(text.as_bytes()).unwrap_err().to_string();
        assert_eq!(error(""), "empty message");
        assert_eq!(error("Xyz"), "`Xyz`: unknown message type; expected R, A, M, E, C, B or K");
        assert_eq!(error("M00120611"), "MOVE: no number of captured pieces in `00120611`");
        assert_eq!(error("M0012061102"), "MOVE: no captured piece in `0012061102`");
        assert_eq!(error("M00x2061100"), "MOVE: time `00x2` is not a number");
        assert_eq!(error("R02"), "GAMEREQ: version `02` is not 01");
        assert_eq!(error("B005Q"), "BACKREQ: side to move `Q` is not W or Z");
        assert_eq!(error("E90"), "GAMEEND: reason `9` is not one of its codes");
        assert_eq!(error(&"C".repeat(128)), "message of more than 127 bytes");
    }

    #[test]
    fn what_is_sent_fits_its_fields() {
        let name = "  a name\0 that is much longer than its thirty-two characters é".to_string();
        let text = DxpMessage::GameAccept { name, code: AcceptCode::Never }.encode();
        assert_eq!((text.len(), &text[..10]), (34, "Aa name? t"));
        assert_eq!(DxpMessage::Chat("x".repeat(500)).encode().len(), MAX_MESSAGE);
        let long = MoveFields { seconds: 60_000, from: 1, to: 2, captured: Vec::new() };
        assert_eq!(DxpMessage::Move(long).encode(), "M9999010200");
    }

    proptest! {
        #[test]
        fn no_bytes_panic(
            bytes in proptest::collection::vec(any::<u8>(), 0..200),
            near in "[RAMECBK][0-9WZAB ew]{0,100}",
        ) {
            for bytes in [bytes.as_slice(), near.as_bytes()] {
                if let Ok(message) = DxpMessage::parse(bytes) {
                    let text = message.encode();
                    prop_assert!(text.len() <= MAX_MESSAGE && text.is_ascii());
                    prop_assert_eq!(DxpMessage::parse(text.as_bytes()).unwrap().encode(), text);
                }
            }
        }
    }
}
