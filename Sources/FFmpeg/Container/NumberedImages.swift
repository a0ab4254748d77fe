package import MediaTime
package import PathNames

/// Images that are one clip: each is a file, and the number in its name says when it was taken. The first one is at zero, and a
/// number later is an image's interval later, whether or not there is an image for every number.
package struct NumberedImages: Hashable, Sendable {
    /// The folder, with the slash behind it; empty for the working directory.
    package let folder: String
    /// The names in it.
    package let names: NumberedName
    /// The numbers for which there are images, rising and without two runs that touch; at least one.
    package let runs: [ClosedRange<Int64>]
    /// How many numbers a second there are.
    package let rate: FrameRate

    /// `nil` without a number. The numbers rise, each once.
    package init?(folder: String, names: NumberedName, numbers: [Int64], rate: FrameRate) {
        var runs: [ClosedRange<Int64>] = []
        for number in numbers {
            if let last = runs.last, last.upperBound + 1 == number {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        guard !runs.isEmpty else { return nil }
        (self.folder, self.names, self.runs, self.rate) = (folder, names, runs, rate)
    }

    /// The pattern, with its folder.
    package var pattern: String { folder + names.pattern }

    /// The first number.
    package var first: Int64 { runs.first?.lowerBound ?? 0 }

    /// The last number.
    package var last: Int64 { runs.last?.upperBound ?? 0 }

    /// How many images there are.
    package var count: Int64 { runs.reduce(0) { $0 + $1.upperBound - $1.lowerBound + 1 } }

    /// How many numbers between the first and the last have no image.
    package var missing: Int64 { last - first + 1 - count }

    /// The first number that has no image; behind the last where each of them has.
    package var firstMissing: Int64 { (runs.first?.upperBound ?? 0) + 1 }

    /// The file of a number.
    package func path(of number: Int64) -> String { folder + names.name(of: number) }
}

extension StreamInfo {
    /// The stream of JPEG images, turned as the first of them says; any other as it is. Only frames that are decoded say it. One that cannot
    /// be decoded is found by whoever reads the frames.
    func turnedAsFirst(of images: NumberedImages) -> StreamInfo {
        guard parameters.codecName == "mjpeg" else { return self }
        var turned = self
        do {
            let decoder = try Decoder(parameters, timeBase: timeBase)
            let packet = try Packet()
            let frame = try Frame()
            guard try ImagePackets(images).read(into: packet) else { return self }
            func look(at frame: borrowing Frame) {
                if let matrix = StreamSideData(displayOf: frame) { turned = self.turned(by: matrix) }
            }
            try decoder.decode(packet, into: frame) { look(at: $0) }
            try decoder.finish(into: frame) { look(at: $0) }
        } catch {}
        return turned
    }

    /// Whether it is none of images that say what they are like. libavformat takes files of any kind for such, and raw samples for a size that
    /// it guesses.
    var isNoImage: Bool { kind != .video || ["none", "rawvideo"].contains(parameters.codecName) }

    /// The stream of the first image as that of all of them.
    func continued(in images: NumberedImages) -> StreamInfo {
        let rate = TimeBase(images.rate.numerator, images.rate.denominator)
        return counting(
            by: TimeBase(rate.denominator, rate.numerator),
            rate: rate,
            lasting: images.last - images.first + 1,
            frames: images.count
        )
    }
}
