internal import CVideo4Linux
package import MediaTime

extension Device {
    /// VIDIOC_G_PARM: from frame to frame; `nil` where the driver does not say.
    package func frameDuration(_ type: BufferType) throws(Video4LinuxError) -> RationalTime? {
        var parameters = v4l2_streamparm()
        parameters.type = type.kind.rawValue
        guard try performIfAny(.getParameters, &parameters) else { return nil }
        return unsafe parameters.parm.capture.timeperframe.duration
    }

    /// VIDIOC_S_PARM with the fraction as it is: drivers look for the very one that they listed.
    ///
    /// - Returns: what the driver made of it; `nil` where it does not say.
    package func setFrameDuration(_ duration: RationalTime, _ type: BufferType) throws(Video4LinuxError)
        -> RationalTime?
    {
        var parameters = v4l2_streamparm()
        parameters.type = type.kind.rawValue
        unsafe parameters.parm.capture.timeperframe = v4l2_fract(duration)
        guard try performIfAny(.setParameters, &parameters) else { return nil }
        return unsafe parameters.parm.capture.timeperframe.duration
    }
}
