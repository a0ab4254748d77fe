public import MediaTime

/// What is wrong with a file, as far as reading its timestamps shows it.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// What can be wrong.
    public enum Kind: Hashable, Sendable {
        /// Frames come before the first key frame: what they refer to is not in the file.
        case beginsBetweenKeyFrames(frames: Int64)
        /// No frame is marked as a key frame: nothing says where decoding can begin.
        case hasNoKeyFrames
        /// The container's index lists more frames than can be read.
        case lacksFrames(listed: Int64, found: Int64)
        /// The clock begins anew so often, as where recordings were put one behind the other.
        case clockBeginsAnew(count: Int)
        /// It is a chain of several files of Ogg, of which no more than the first is sure to be read.
        case hasUnreadLinks
        /// Frames are said to be presented when they are decoded, which by their own headers is wrong.
        case misplacesFrames
        /// Frames have no timestamp.
        case lacksTimes
        /// Images do not say when they were taken, and so many a second are assumed.
        case assumesRate(FrameRate)
        /// Numbers between the first and the last have no image, `first` (the name of the file) before all others.
        case lacksImages(count: Int64, first: String)
        /// Something that the file says of how it is to be played is not heeded.
        case passesOver(PassedOver)
        /// Frames change their format: their size, the shape of their pixels, or how samples are kept.
        case changesFormat(FormatChange)
        /// Packets are described in several ways, each of which needs a decoder of its own.
        case changesCoding
        /// The header states another duration than the timestamps have. Both are of the whole file, in asset time.
        case hasOtherDuration(stated: RationalTime, found: RationalTime)
    }

    /// The number of the stream; `nil` for the whole file.
    public let trackIndex: Int?
    /// What is wrong.
    public let kind: Kind

    /// In words, as an end of a sentence about the track or the file.
    public var description: String {
        switch kind {
        case .beginsBetweenKeyFrames(let frames):
            "begins with \(frames) frames that refer to others before the file's start"
        case .hasNoKeyFrames: "has no frame that is marked as a key frame"
        case .lacksFrames(let listed, let found): "lists \(listed) frames in its index, of which \(found) can be read"
        case .clockBeginsAnew(let count):
            "has a clock that begins anew \(count == 1 ? "once" : "\(count) times"): each part follows the one before it"
        case .hasUnreadLinks: MediaDescription.unreadLinksText
        case .misplacesFrames:
            "does not say when frames are presented, only when they are decoded: their own order is taken"
        case .lacksTimes:
            "does not say of every frame when it is presented: the others are placed evenly between those that it says it of"
        case .assumesRate(let rate):
            "does not say when its images were taken: \(rate) a second are assumed, unless their capture rate is given"
        case .lacksImages(let count, let first): MediaDescription.missingText(count, first: first)
        case .passesOver(let passedOver): passedOver.description
        case .changesFormat(let change): "has frames that change on the way: \(change)"
        case .changesCoding: "is coded in several ways, one after the other: it is encoded where it is exported"
        case .hasOtherDuration(let stated, let found):
            "is said to last \(Self.seconds(stated)), and its timestamps end after \(Self.seconds(found))"
        }
    }

    private static func seconds(_ time: RationalTime) -> String { "\(time.seconds.text(decimals: 3)) s" }
}

extension Finding {
    /// What the key frames of a track show.
    init?(_ tally: KeyFrameTally, ofTrack index: Int) {
        let kind: Kind
        if tally.packets == 0 {
            return nil
        } else if tally.marked == 0 {
            kind = .hasNoKeyFrames
        } else if tally.beforeFirst > 0 {
            kind = .beginsBetweenKeyFrames(frames: tally.beforeFirst)
        } else {
            return nil
        }
        self.init(trackIndex: index, kind: kind)
    }

    /// What a file's timestamps lack, and what of its edit lists is passed over.
    static func ofTimes(in media: MediaDescription) -> [Finding] {
        var findings: [Finding] = []
        if media.clockRestarts > 0 {
            findings.append(Finding(trackIndex: nil, kind: .clockBeginsAnew(count: media.clockRestarts)))
        }
        if media.hasUnreadLinks { findings.append(Finding(trackIndex: nil, kind: .hasUnreadLinks)) }
        if media.misplacesFrames { findings.append(Finding(trackIndex: nil, kind: .misplacesFrames)) }
        if media.lacksTimes { findings.append(Finding(trackIndex: nil, kind: .lacksTimes)) }
        if let rate = media.assumedRate { findings.append(Finding(trackIndex: nil, kind: .assumesRate(rate))) }
        if let (count, first) = media.missingImages {
            findings.append(Finding(trackIndex: nil, kind: .lacksImages(count: count, first: first)))
        }
        findings += media.passedOver.map { Finding(trackIndex: nil, kind: .passesOver($0)) }
        for track in media.tracks {
            findings += track.passedOver.map { Finding(trackIndex: track.index, kind: .passesOver($0)) }
            if track.changesCoding { findings.append(Finding(trackIndex: track.index, kind: .changesCoding)) }
        }
        return findings
    }

    /// A header's duration that is not that of the timestamps. To a tenth of a second, and to a hundredth of the whole,
    /// headers may be rounded.
    init?(stated: RationalTime, found: RationalTime) {
        guard abs(stated.seconds - found.seconds) > max(0.1, 0.01 * stated.seconds) else { return nil }
        self.init(trackIndex: nil, kind: .hasOtherDuration(stated: stated, found: found))
    }
}
