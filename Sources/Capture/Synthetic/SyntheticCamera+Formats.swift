internal import MediaTime

extension SyntheticCamera {
    /// What it offers, as a list that a camera's driver might give: smaller frames at higher rates.
    static let formats: [CaptureFormat] = [
        format(
            "MJPG",
            "Motion-JPEG",
            isCompressed: true,
            [(1920, 1080, 60), (1280, 720, 120), (640, 360, 240), (320, 180, 240)]
        ),
        format(
            "YU12",
            "Planar YUV 4:2:0",
            [(1920, 1080, 60), (1280, 720, 120), (640, 360, 480), (320, 180, 1000)]
        ),
        format("YUYV", "YUYV 4:2:2", [(1280, 720, 60), (640, 360, 240), (320, 180, 1000)]),
        format(
            "H264",
            "H.264",
            isCompressed: true,
            [(1920, 1080, 60), (1280, 720, 120), (640, 360, 240), (320, 180, 240)]
        ),
        format(
            "HEVC",
            "HEVC",
            isCompressed: true,
            [(1920, 1080, 30), (1280, 720, 60), (640, 360, 120), (320, 180, 240)]
        ),
    ].compactMap(\.self)

    /// The mode that is nearest to what is wanted: 640x360 in Motion-JPEG, and the highest rate of that, where nothing is. Another
    /// size or coding is chosen only where it is wanted, or where the wanted rate needs it. Of a size that it lists it takes any
    /// rate up to the highest one.
    ///
    /// - Throws: ``CaptureError`` `.unsupported` for a format or a size that it does not list.
    static func mode(for preferences: FormatPreferences) throws(CaptureError) -> CaptureMode {
        // What it does not list is said of the wish, and not of what is usual.
        _ = try highest(preferences)
        for wish in usual(preferences) {
            let fastest = try highest(wish)
            guard let rate = preferences.frameRate else { return fastest }
            guard rate.frameDuration >= fastest.frameDuration else { continue }
            var near = try FormatSelection(from: formats, preferences: wish).mode
            if try highest(FormatPreferences(near)).frameDuration > rate.frameDuration { near = fastest }
            return CaptureMode(format: near.format, size: near.size, frameDuration: rate.frameDuration)
        }
        return try FormatSelection(from: formats, preferences: preferences).mode
    }

    /// What is wanted, with what is usual where nothing is said: of size and coding, of the size alone, of the coding alone, and of
    /// neither.
    private static func usual(_ preferences: FormatPreferences) -> [FormatPreferences] {
        var sized = preferences
        if preferences.size == nil, preferences.minimumSize == nil { sized.size = FrameSize(width: 640, height: 360) }
        return [sized, preferences].flatMap { wish in
            var coded = wish
            coded.format = wish.format ?? FourCharacterCode(SyntheticFrames.Format.motionJPEG.rawValue)
            return [coded, wish]
        }.reduce(into: []) { list, wish in if !list.contains(wish) { list.append(wish) } }
    }

    /// The mode with the highest rate, whatever rate is wanted.
    private static func highest(_ preferences: FormatPreferences) throws(CaptureError) -> CaptureMode {
        var wish = preferences
        wish.frameRate = nil
        return try FormatSelection(from: formats, preferences: wish).mode
    }

    /// Rates of every format, as far as its size goes.
    private static let rates: [Int32] = [1000, 480, 240, 120, 60, 30]

    private static func format(
        _ code: String,
        _ description: String,
        isCompressed: Bool = false,
        _ sizes: [(width: Int, height: Int, highestRate: Int32)]
    ) -> CaptureFormat? {
        guard let code = FourCharacterCode(code) else { return nil }
        return CaptureFormat(
            code: code,
            description: description,
            isCompressed: isCompressed,
            sizes: sizes.map { size in
                CaptureSize(
                    size: FrameSize(width: size.width, height: size.height),
                    ranges: rates.filter { $0 <= size.highestRate }.map { FrameRateRange(RationalTime(1, $0)) }
                )
            }
        )
    }
}

extension FormatPreferences {
    /// The coding and the size of a mode, at any rate.
    fileprivate init(_ mode: CaptureMode) {
        self.init()
        (format, size) = (mode.format, mode.size)
    }
}
