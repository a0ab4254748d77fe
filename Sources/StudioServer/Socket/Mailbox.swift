internal import FlyingFox
internal import Foundation
internal import Studio
internal import Synchronization

/// What is on its way to a page. A page that reads slowly gets fewer pictures, and no memory grows: those that are not wanted any
/// more are left out, then those that it did not ask for.
final class Mailbox: Sendable {
    fileprivate struct State {
        /// Answers to the protocol's own frames.
        var control: [WSFrame] = []
        /// By what they are about: a newer text takes the place of an older one.
        var texts: [(subject: String, text: String)] = []
        var pictures: [Picture] = []
        /// What the page looks at, by clip.
        var wanted: [Int: Int] = [:]
        var isFinished = false
        var reader: CheckedContinuation<WSFrame?, Never>?
    }

    /// Pictures that wait at most.
    private static let mostPictures = 24
    /// Other things that wait at most.
    private static let mostTexts = 64

    private let state = Mutex(State())

    init() {}

    /// The page looks elsewhere: what was made for where it looked before is left out.
    func look(at frame: Int, ofClip clip: Int) {
        state.withLock { state in
            state.wanted[clip] = frame
            state.pictures.removeAll { $0.clip == clip && $0.frame != frame }
        }
    }

    func post(_ picture: Picture) {
        // Where nothing can be shown, that is said.
        guard !picture.jpeg.isEmpty || picture.kind == .substitute else { return }
        deliver { state in
            if picture.kind != .ahead {
                // The frame itself makes what is near it needless.
                state.pictures.removeAll { $0.clip == picture.clip && $0.kind != .exact }
            } else if state.pictures.count >= Self.mostPictures {
                return
            }
            state.pictures.append(picture)
            // One that somebody asked for is the last to be left out.
            if state.pictures.count > Self.mostPictures {
                state.pictures.remove(at: state.pictures.firstIndex { $0.kind == .ahead } ?? 0)
            }
        }
    }

    func post(_ text: String, about subject: String) {
        deliver { state in
            state.texts.removeAll { $0.subject == subject }
            if state.texts.count < Self.mostTexts { state.texts.append((subject, text)) }
        }
    }

    func post(control frame: WSFrame) {
        deliver { state in
            if state.control.count < Self.mostTexts { state.control.append(frame) }
        }
    }

    /// Nothing more comes.
    func finish() { deliver { $0.isFinished = true } }

    /// The next frame of the protocol, as soon as there is one; `nil` at the end.
    func next() async -> WSFrame? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let frame = state.withLock { state -> WSFrame?? in
                    if let frame = state.take() { return .some(frame) }
                    if state.isFinished || state.reader != nil { return .some(nil) }
                    state.reader = continuation
                    return .none
                }
                if let frame { continuation.resume(returning: frame) }
            }
        } onCancel: {
            finish()
        }
    }

    private func deliver(_ change: (inout State) -> Void) {
        let ready = state.withLock { state -> (CheckedContinuation<WSFrame?, Never>, WSFrame?)? in
            if !state.isFinished { change(&state) }
            guard let reader = state.reader else { return nil }
            if let frame = state.take() {
                state.reader = nil
                return (reader, frame)
            }
            guard state.isFinished else { return nil }
            state.reader = nil
            return (reader, nil)
        }
        if let (reader, frame) = ready { reader.resume(returning: frame) }
    }
}

extension Mailbox.State {
    fileprivate mutating func take() -> WSFrame? {
        if !control.isEmpty { return control.removeFirst() }
        if !pictures.isEmpty {
            let place = pictures.firstIndex { $0.kind != .ahead } ?? 0
            return .picture(pictures.remove(at: place))
        }
        guard !texts.isEmpty else { return nil }
        return WSFrame(fin: true, opcode: .text, mask: nil, payload: Data(texts.removeFirst().text.utf8))
    }
}

extension WSFrame {
    /// A head of four numbers, and the JPEG file.
    fileprivate static func picture(_ picture: Picture) -> WSFrame {
        var bytes = Data(capacity: 16 + picture.jpeg.count)
        for number in [UInt32(picture.clip), UInt32(picture.frame), picture.kind.rawValue, UInt32(picture.width)] {
            for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
        }
        bytes.append(contentsOf: picture.jpeg)
        return WSFrame(fin: true, opcode: .binary, mask: nil, payload: bytes)
    }
}
