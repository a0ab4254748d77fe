public import MediaTime

/// What is wanted of a camera's format. `nil` leaves a property open.
public struct FormatPreferences: Hashable, Sendable {
    /// This size and no other.
    public var size: FrameSize?
    /// No fewer columns and no fewer rows than this.
    public var minimumSize: FrameSize?
    /// The rate to come near to; `nil` for the highest.
    public var frameRate: FrameRate?
    /// This coding and no other. Only a wish makes a converted format come into question.
    public var format: FourCharacterCode?

    /// The highest rate, whatever the frames.
    public init() {}

    /// These, with the size of a signal where none is wanted.
    func filled(withSizeOf signal: FrameSize?) -> FormatPreferences {
        guard size == nil, minimumSize == nil else { return self }
        var preferences = self
        preferences.size = signal
        return preferences
    }

    /// These, with the coding in the letters that the camera has for it: `mjpg` is its MJPG.
    func spelled(as formats: [CaptureFormat]) -> FormatPreferences {
        guard let format, !formats.contains(where: { $0.code == format }) else { return self }
        let name = format.description.lowercased()
        var preferences = self
        preferences.format = formats.first { $0.code.description.lowercased() == name }?.code ?? format
        return preferences
    }

    /// Whether a format and a size are what is wanted.
    func allow(_ format: CaptureFormat, _ size: FrameSize) -> Bool {
        if let wish = self.format {
            guard format.code == wish else { return false }
        } else {
            guard !format.isEmulated else { return false }
        }
        if let wish = self.size, wish != size { return false }
        if let least = minimumSize, size.width < least.width || size.height < least.height { return false }
        return true
    }
}
