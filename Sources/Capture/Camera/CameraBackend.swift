/// A kind of cameras.
package protocol CameraBackend: Sendable {
    /// The cameras that are there now.
    func devices() -> [CaptureDeviceInfo]

    /// Opens a camera by its path, its id, or another name of it.
    ///
    /// - Parameters:
    ///   - name: a path, an id, or another name of the camera.
    ///   - place: where it is plugged in (``CaptureDeviceInfo/bus``), which counts where several have the name; `nil` where that is
    ///     not known.
    ///   - converting: whether formats that are converted from the camera's own come into question.
    /// - Returns: `nil` where this kind knows no such name.
    /// - Throws: ``CaptureError`` `.noDevice`, `.busy`, `.notPermitted` or `.reading`.
    func open(_ name: String, at place: String?, converting: Bool) throws(CaptureError) -> (any Camera)?
}
